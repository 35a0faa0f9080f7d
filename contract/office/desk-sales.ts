import { everyDeskMethod } from '#domain/desk-payment.ts'
import {
  boolean,
  choice,
  count,
  id,
  ifPresent,
  instant,
  line,
  list,
  name,
  nullable,
  phone,
  plain,
  postcode,
  read,
  textUpTo,
  type Value,
  write,
} from './office-call.ts'
import { collectAt } from './parcels.ts'

const delivery = plain({ fullName: name, address: line, postcode, mobile: phone })

const packOnSale = plain({ id, name: line, credits: count, pricePence: count })
const productOnSale = plain({
  ...{ id, name: line, pricePence: count },
  /** The pieces of all sizes, if it has some. */
  stock: count,
  /** Empty for a product without sizes. One with sizes is sold in one of them. */
  sizes: list(plain({ id, name: line, stock: count })),
})
export type PackOnSale = Value<typeof packOnSale>
export type ProductOnSale = Value<typeof productOnSale>

/** The maximum number of products that one order of the desk can have. */
export const maxProductsOfSale = 30

const selling = {
  accountId: id,
  /** A pack, or else products. */
  packId: ifPresent(id),
  products: list(plain({ productId: id, variantId: ifPresent(id), quantity: count }), maxProductsOfSale),
  /** Whether the family takes the products along, so that nothing is sent (decision O-112). */
  isGiven: boolean,
  /** Where products are sent; of those collected at a class, who collects them. */
  delivery: ifPresent(delivery),
  /** Whether the family collects the products at its next class, so that nothing is sent (decision O-163). */
  collects: ifPresent(boolean),
  /** The price that was shown. The call is refused if it has changed. */
  expected: plain({ totalPence: count }),
}
const sold = plain({ number: line, totalPence: count })

/** Sells packs and products to a family at the desk, paid as its bookings are (spec 4 §4.2). */
export const deskSales = {
  /** Reads what is on sale, what sending costs, and the family's address. */
  choices: read(
    'DeskSales/choices',
    'booking.make',
    { accountId: id },
    plain({
      packs: list(packOnSale),
      products: list(productOnSale),
      postage: plain({ pricePence: count, freeFromPence: nullable(count) }),
      /** Whether the business offers to hand products over at a class, and the family's next one if it has one. */
      offersCollect: boolean,
      collectAt: nullable(collectAt),
      delivery,
      /** Until when a payment link keeps the order: by default, and at the latest. */
      usuallyKept: instant,
      latestKept: instant,
    }),
  ),
  /** Sells, and records money that was paid at the desk or is expected, or mails a link to pay by card. */
  place: write(
    'DeskSales/place',
    'booking.make',
    {
      ...selling,
      pay: choice(['desk', 'expected', 'link']),
      method: ifPresent(choice(everyDeskMethod)),
      reference: textUpTo(100),
      keepUntil: ifPresent(instant),
    },
    sold,
  ),
  /** Gives without payment, for a reason. */
  placeFree: write('DeskSales/placeFree', 'price.override', { ...selling, reason: textUpTo(500) }, sold, {
    needsReauthentication: true,
  }),
}
