import { isPhoneNumber } from './email-address.ts'
import { maxQuantity } from './limits.ts'
import { type Postage, postageOf } from './postage.ts'
import { isPayable } from './prices.ts'
import { requireThat } from './refusal.ts'
import { sentences } from './sentences.ts'

/** Requires a quantity of at least 1; the stock is the upper bound (spec 1 §5). */
export function requireQuantity(quantity: number): void {
  requireThat(quantity >= 1, sentences.atLeastOne)
  requireThat(quantity <= maxQuantity, sentences.notEnoughStock)
}

/** A product and the quantity to buy. */
export interface WantedProduct {
  productId: number
  /** The chosen size, if the product has sizes. */
  variantId?: number | undefined
  /** The row of `products` that has the stock: the size, else the product. */
  shelfId: number
  basketLineId?: number
  name: string
  image: string
  pricePence: number
  stock: number
  quantity: number
}

export interface Purchase<Line extends WantedProduct> {
  lines: (Line & { linePence: number })[]
  /** Part of the total. */
  postagePence: number
  totalPence: number
}

/** Prices the products and their postage if they are in stock and a card can pay the total. */
export function planPurchase<Line extends WantedProduct>(
  wanted: readonly Line[],
  postage: Postage,
  { collects = false }: Pick<Delivery, 'collects'> = {},
): Purchase<Line> {
  const lines = wanted.map(line => {
    requireQuantity(line.quantity)
    requireThat(line.quantity <= line.stock, sentences.notEnoughStock)
    return { ...line, linePence: line.pricePence * line.quantity }
  })
  const goodsPence = lines.reduce((sum, line) => sum + line.linePence, 0)
  const postagePence = collects ? 0 : postageOf(postage, goodsPence)
  const totalPence = goodsPence + postagePence
  requireThat(isPayable(totalPence), sentences.belowCard)
  return { lines, postagePence, totalPence }
}

/** The next class of a family at which its products can be handed over. */
export interface CollectAt {
  venue: string
  startDate: string
  startTime: string
}

/** The delivery address of a product order. One that is collected at a class needs none. */
export interface Delivery {
  fullName: string
  address: string
  postcode: string
  mobile: string
  collects?: boolean | undefined
}

/** Requires the delivery details in the order of the form (decision D-19). */
const deliveryChecks = [
  { field: 'fullName', sentence: sentences.fullNameRequired, isOfAddress: false },
  { field: 'address', sentence: sentences.addressRequired, isOfAddress: true },
  { field: 'postcode', sentence: sentences.postalCodeRequired, isOfAddress: true },
  { field: 'mobile', sentence: sentences.mobileRequired, isOfAddress: false },
] as const

/** Lists the details that are required, each with its sentence. */
export const deliveryChecksOf = ({ collects = false }: Pick<Delivery, 'collects'>) =>
  deliveryChecks.filter(({ isOfAddress }) => !(collects && isOfAddress))

export function requireDelivery(delivery: Delivery): void {
  for (const { field, sentence } of deliveryChecksOf(delivery)) requireThat(delivery[field] !== '', sentence)
  requireThat(isPhoneNumber(delivery.mobile), sentences.phoneInvalid, 'mobile')
}
