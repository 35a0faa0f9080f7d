import type { OfferingKind } from '#domain/offering-kinds.ts'
import { picturePath } from './picture-path.ts'
import { rowsOf } from './table-rows.ts'

export interface DemoProduct {
  key: string
  category: string
  name: string
  pence: number
  stock: number
  isPopular: boolean
  pictures: string[]
  contentHtml: string
  /** Its sizes with their stock; empty for most. */
  sizes: [name: string, stock: number][]
}

export const demoCategories = rowsOf(`
  wear  | Things to wear
  make  | Make and paint
  play  | Play and music
  gifts | Gifts
`).map(([key = '', name = '']) => ({ key, name, picture: picturePath(`category-${key}`) }))

const sizesOf: Record<string, DemoProduct['sizes']> = {
  't-shirt': [
    ['Age 2–3', 14],
    ['Age 3–4', 19],
    ['Age 5–6', 9],
    ['Age 7–8', 0],
  ],
}

export const demoProducts: DemoProduct[] = rowsOf(`
  ballet-shoes | wear | First ballet shoes | 1650 | 18 | popular pair | <p>Pink leather with a full sole and elastic already sewn on, so there is nothing to do but dance. Child sizes 6 to 13.</p><p>Not sure about the size? Try a pair on at any Tiptoe class.</p>
  backpack | wear | Little explorer’s backpack | 2200 | 25 | popular pair | <p>Big enough for wellies, small enough for a four-year-old. Splash-proof, with a clip across the chest and a pocket for a snail.</p>
  socks | wear | Grippy socks, two pairs | 750 | 60 |  | <p>Non-slip soles for Toddle &amp; Tumble. One pair in sunshine, one in sea. Sizes 3–5½, 6–8½ and 9–11.</p>
  vest | wear | Kick About training vest | 1100 | 1 |  | <p>Light, quick to dry and bright enough to be found in fog. Ages 5 to 11. The last one until the spring delivery.</p>
  crayons | make | Chunky crayons, set of ten | 650 | 48 | popular | <p>Beeswax crayons for small fists. They do not roll off the table, and they wash off most walls.</p>
  paint | make | Paint Pot palette | 950 | 33 | popular pair | <p>Eight washable colours in a palette with a proper thumb hole, as used in class.</p>
  scissors | make | First scissors | 480 | 37 |  | <p>Rounded ends, left- and right-handed, and a spring that does half of the work.</p>
  yarn | make | Finger-knitting wool | 560 | 29 |  | <p>Fifty grams of thick blue wool and a card that shows how. No needles needed. Ages 5 and over.</p>
  bracelets | make | Friendship bracelet kit | 890 | 21 |  | <p>Thread in six colours, a wooden spool and knots for beginners. Makes about ten bracelets.</p>
  drum | play | Marching drum | 2450 | 12 | popular pair | <p>A real skin, a real sound and a strap. We are sorry about your Sunday mornings. Ages 2 and over.</p>
  maracas | play | Painted maracas | 820 | 40 |  | <p>A pair of hand-painted wooden maracas with handles for little hands.</p>
  kite | play | Conker & Kite’s own kite | 1850 | 16 | popular pair | <p>Flies in the lightest wind and goes up without running, much. With thirty metres of line and a tail with bows.</p>
  ball | play | Softie football, size 3 | 990 | 34 |  | <p>Kind to toes and to windows. The ball we use in Kick About for the under-sevens.</p>
  yo-yo | play | Wooden yo-yo | 540 | 0 |  | <p>Turned from beech, painted in plum. Out of stock at the moment: our turner is on holiday.</p>
  puzzle | play | Hedgerow floor puzzle | 1400 | 19 |  | <p>Thirty-six large pieces of recycled board and one hedgehog that is hard to find.</p>
  magnifier | gifts | Bug explorer’s magnifier | 790 | 27 |  | <p>A big clear lens with a card of twelve garden bugs to find. Look, then let go.</p>
  bear | gifts | Hatchlings bear | 1950 | 22 | popular pair | <p>The bear from the welcome song, in caramel plush with embroidered eyes. Suitable from birth.</p>
  book | gifts | Three bedtime stories | 1500 | 14 |  | <p>The stories we tell round the fire circle, in three small hardbacks: The Grumpy King, The Fox’s Letter and Owl Cannot Sleep.</p>
  voucher | gifts | Gift voucher, £25 | 2500 | 200 | popular | <p>Posted in a yellow envelope with your message inside. It can be spent on classes, camps and everything in the shop.</p>
  party-bag | gifts | Filled party bag | 550 | 80 |  | <p>A wooden toy, seeds to plant, a sticker sheet and one lollipop. No plastic. Order one for each guest.</p>
  carousel | gifts | Musical carousel horse | 2800 | 6 | popular | <p>Wind it up and it turns to a tune by our own Tomos. Painted by hand, so that no two are alike.</p>
  t-shirt | wear | Muddy Boots T-shirt | 1200 | 0 | popular pair | <p>Soft organic cotton in meadow green, with room to grow. Ages 2 to 8.</p><ul><li>Washes at 40 °C, mud included</li><li>Name label inside the collar</li></ul>
`).map(([key = '', category = '', name = '', pence, stock, more = '', contentHtml = '']) => ({
  key,
  category,
  name,
  pence: Number(pence),
  stock: Number(stock),
  isPopular: more.includes('popular'),
  pictures: [`product-${key}`, ...(more.includes('pair') ? [`product-${key}-2`] : [])].map(picturePath),
  contentHtml,
  sizes: sizesOf[key] ?? [],
}))

/** Prepaid credits; each is better value than the one before. */
export const demoPacks = rowsOf(`
  pack-5 | Hatchling pack | 5 | 4000 | A gentle start: £8.00 a class
  pack-10 | Rabbit pack | 10 | 7600 | Our favourite: £7.60 a class, to share between brothers and sisters
  pack-20 | Unicorn pack | 20 | 14800 | A whole term and camps too: £7.40 a class
  pack-40 | Rocket pack | 40 | 28800 | For big families and big plans: £7.20 a class
`).map(([key = '', name = '', credits, pence, description2 = '']) => ({
  key,
  name,
  credits: Number(credits),
  description: `${credits} classes of your choice`,
  description2,
  pence: Number(pence),
  picture: picturePath(key),
}))

const everyKind: OfferingKind[] = ['class', 'event', 'parentSession']

/** `validFrom` and `validUntil` count days from today. */
export const demoDiscountCodes = [
  {
    code: 'WELCOME10',
    percent: 10,
    amountPence: null,
    kinds: everyKind,
    minimumPence: 0,
    validFrom: -60,
    validUntil: 365,
    maxUses: null,
    maxUsesPerAccount: 1,
  },
  {
    code: 'CAMP5',
    percent: null,
    amountPence: 500,
    kinds: ['event' as const],
    minimumPence: 2000,
    validFrom: -60,
    validUntil: 180,
    maxUses: 500,
    maxUsesPerAccount: 3,
  },
  {
    code: 'SUNNYDAYS',
    percent: 20,
    amountPence: null,
    kinds: everyKind,
    minimumPence: 0,
    validFrom: -120,
    validUntil: -30,
    maxUses: null,
    maxUsesPerAccount: null,
  },
]
