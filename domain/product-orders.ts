import { isPhoneNumber } from './email-address.ts'
import { maxQuantity } from './limits.ts'
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
  basketLineId?: number
  name: string
  image: string
  pricePence: number
  stock: number
  quantity: number
}

export interface Purchase<Line extends WantedProduct> {
  lines: (Line & { linePence: number })[]
  totalPence: number
}

/** Prices the products if they are in stock and a card can pay the total. */
export function planPurchase<Line extends WantedProduct>(wanted: readonly Line[]): Purchase<Line> {
  const lines = wanted.map(line => {
    requireQuantity(line.quantity)
    requireThat(line.quantity <= line.stock, sentences.notEnoughStock)
    return { ...line, linePence: line.pricePence * line.quantity }
  })
  const totalPence = lines.reduce((sum, line) => sum + line.linePence, 0)
  requireThat(isPayable(totalPence), sentences.belowCard)
  return { lines, totalPence }
}

/** The delivery address of a product order. */
export interface Delivery {
  fullName: string
  address: string
  postcode: string
  mobile: string
}

/** Requires the delivery details in the order of the form (decision D-19). */
export const deliveryChecks: readonly { field: keyof Delivery; sentence: string }[] = [
  { field: 'fullName', sentence: sentences.fullNameRequired },
  { field: 'address', sentence: sentences.addressRequired },
  { field: 'postcode', sentence: sentences.postalCodeRequired },
  { field: 'mobile', sentence: sentences.mobileRequired },
]

export function requireDelivery(delivery: Delivery): void {
  for (const { field, sentence } of deliveryChecks) requireThat(delivery[field] !== '', sentence)
  requireThat(isPhoneNumber(delivery.mobile), sentences.phoneInvalid, 'mobile')
}
