import { maxPence, maxPieces } from '#domain/limits.ts'
import { readCoordinates } from '../coordinates.ts'
import { isPayable } from '../prices.ts'
import { catalogueSentences as s } from './catalogue-sentences.ts'

type Problems = Record<string, string | false>
type Checked = Record<string, unknown>

const named = ({ name }: Checked) => ({ name: name === '' && s.giveName })
const titled = ({ title }: Checked) => ({ title: title === '' && s.giveName })
const priced = ({ pricePence }: Checked) => ({ pricePence: Number(pricePence) > maxPence && s.price })

/** Requires a price that a card can pay while a pack is on sale. */
function packPriced({ pricePence, isActive }: Checked): Problems {
  return isActive && !isPayable(Number(pricePence)) ? { pricePence: s.minPrice } : priced({ pricePence })
}

/** Returns a discount code as it is stored: customers may type it in any case. */
export const asCode = (typed: string): string => typed.trim().toUpperCase()

function codeProblems(given: Checked): Problems {
  const { percent, amountPence, kinds, startsAt, endsAt, maxUses, maxUsesPerAccount } = given
  const isPercent = percent !== null && Number(percent) >= 1 && Number(percent) <= 100
  const isAmount = amountPence !== null && Number(amountPence) > 0 && Number(amountPence) <= maxPence
  const isEither = isPercent ? amountPence === null : isAmount && percent === null
  return {
    code: !/^[A-Z\d]{4,20}$/.test(asCode(String(given.code))) && s.code,
    percent: !isEither && s.percentOrAmount,
    kinds: (kinds as unknown[]).length === 0 && s.codeKinds,
    minimumPence: Number(given.minimumPence) > maxPence && s.price,
    endsAt: String(endsAt) <= String(startsAt) && s.endAfterStart,
    maxUses: maxUses === 0 && s.codeUses,
    maxUsesPerAccount: maxUsesPerAccount === 0 && s.codeUses,
  }
}

/** Validates an entry of each list by itself; returns an error message per field (spec 3 §5). */
export const listRules: Record<string, (given: Checked) => Problems> = {
  venues: given => ({
    ...named(given),
    mapUrl: given.mapUrl !== '' && !/^https:\/\/[^\s]+$/.test(String(given.mapUrl)) && s.link,
    coordinates: Boolean(given.coordinates) && !readCoordinates(String(given.coordinates)) && s.coordinates,
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
    images: (given.images as unknown[]).length > 8 && s.maxPictures,
    lowStock: Number(given.lowStock) > maxPieces && s.pieces,
  }),
  sizes: given => ({ ...named(given), lowStock: Number(given.lowStock) > maxPieces && s.pieces }),
  codes: codeProblems,
  articles: titled,
  promoItems: titled,
  promoPages: () => ({}),
}
