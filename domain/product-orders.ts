import { isPayable } from './prices.ts'
import { requireThat } from './refusal.ts'
import { sentences } from './sentences.ts'

/** A product order counts as received so many days after its dispatch, or its payment (decision E-02). */
export const completedAfterDays = 14

const largestQuantity = 9_999

/** A quantity somebody asks for: from 1 up; the stock is the other end (spec 1 §5). */
export function requireQuantity(quantity: number): void {
  requireThat(quantity >= 1, sentences.atLeastOne)
  requireThat(quantity <= largestQuantity, sentences.notEnoughStock)
}

/** A product that somebody wants so many of. */
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

/** Prices what is wanted, if the stock has it and a card can pay it. */
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

/** Where a product order is sent. */
export interface Delivery {
  fullName: string
  address: string
  postcode: string
  mobile: string
}

/** What delivery needs, in the order in which it is asked for (decision D-19). */
export const deliveryChecks: readonly { field: keyof Delivery; sentence: string }[] = [
  { field: 'fullName', sentence: sentences.fullNameRequired },
  { field: 'address', sentence: sentences.addressRequired },
  { field: 'postcode', sentence: sentences.postalCodeRequired },
  { field: 'mobile', sentence: sentences.mobileRequired },
]

export function requireDelivery(delivery: Delivery): void {
  for (const { field, sentence } of deliveryChecks) requireThat(delivery[field] !== '', sentence)
}
