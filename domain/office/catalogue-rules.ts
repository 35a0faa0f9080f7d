import { isPayable } from '../prices.ts'
import { catalogueSentences as s } from './catalogue-sentences.ts'

const mostPence = 1_000_000
/** Of a product, at once. */
export const mostPieces = 100_000

type Problems = Record<string, string | false>
type Checked = Record<string, unknown>

const named = ({ name }: Checked) => ({ name: name === '' && s.giveName })
const titled = ({ title }: Checked) => ({ title: title === '' && s.giveName })
const priced = ({ pricePence }: Checked) => ({ pricePence: Number(pricePence) > mostPence && s.price })

/** A pack is sold by itself: while it is, its price is one that a card can pay. */
function packPriced({ pricePence, isActive }: Checked): Problems {
  return isActive && !isPayable(Number(pricePence)) ? { pricePence: s.leastPrice } : priced({ pricePence })
}

/** The code as it is kept: customers may type it in any case. */
export const asCode = (typed: string): string => typed.trim().toUpperCase()

function codeProblems(given: Checked): Problems {
  const { percent, amountPence, kinds, startsAt, endsAt, maxUses, maxUsesPerAccount } = given
  const isPercent = percent !== null && Number(percent) >= 1 && Number(percent) <= 100
  const isAmount = amountPence !== null && Number(amountPence) > 0 && Number(amountPence) <= mostPence
  const isEither = isPercent ? amountPence === null : isAmount && percent === null
  return {
    code: !/^[A-Z\d]{4,20}$/.test(asCode(String(given.code))) && s.code,
    percent: !isEither && s.percentOrAmount,
    kinds: (kinds as unknown[]).length === 0 && s.codeKinds,
    minimumPence: Number(given.minimumPence) > mostPence && s.price,
    endsAt: String(endsAt) <= String(startsAt) && s.endAfterStart,
    maxUses: maxUses === 0 && s.codeUses,
    maxUsesPerAccount: maxUsesPerAccount === 0 && s.codeUses,
  }
}

/** What is wrong with a thing of a list by itself, by field (spec 3 §5). */
export const listRules: Record<string, (given: Checked) => Problems> = {
  venues: given => ({
    ...named(given),
    mapUrl: given.mapUrl !== '' && !/^https:\/\/[^\s]+$/.test(String(given.mapUrl)) && s.link,
  }),
  rooms: given => ({ ...named(given), capacity: given.capacity === 0 && s.roomHolds }),
  ages: given => ({
    ...named(given),
    toMonths: given.toMonths !== null && Number(given.toMonths) <= Number(given.fromMonths) && s.agesOrder,
  }),
  types: named,
  packs: given => ({
    ...named(given),
    ...packPriced(given),
    credits: (Number(given.credits) < 1 || Number(given.credits) > 500) && s.packCredits,
  }),
  categories: named,
  products: given => ({
    ...named(given),
    ...priced(given),
    images: (given.images as unknown[]).length > 8 && s.mostPictures,
    lowStock: Number(given.lowStock) > mostPieces && s.pieces,
  }),
  codes: codeProblems,
  articles: titled,
  promoItems: titled,
  promoPages: () => ({}),
}
