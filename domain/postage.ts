import { pounds } from './money.ts'

/** The price that the business charges for sending an order of products. */
export interface Postage {
  pricePence: number
  /** The price of the products from which it is free; null if it never is. */
  freeFromPence: number | null
  /** How long the post takes, in the business's words; '' if it does not say. */
  deliveryTime: string
  /** Whether families may collect products at their class instead. */
  offersCollect: boolean
}

/** Returns the postage of products with this price. */
export const postageOf = (
  { pricePence, freeFromPence }: Pick<Postage, 'pricePence' | 'freeFromPence'>,
  goodsPence: number,
): number => (freeFromPence !== null && goodsPence >= freeFromPence ? 0 : pricePence)

/** Describes the postage for families: “Postage £3.50, free from £40.00. Delivery takes 3 to 5 working days.” */
export function postageWords({ pricePence, freeFromPence, deliveryTime, offersCollect }: Postage): string {
  const free = freeFromPence === null ? '' : `, free from ${pounds(freeFromPence)}`
  const price = pricePence > 0 ? `Postage ${pounds(pricePence)}${free}.` : ''
  const time = deliveryTime && `Delivery takes ${deliveryTime.replace(/\.$/, '')}.`
  const collect = offersCollect && 'You can collect it at your next class instead, free.'
  return [price, time, collect].filter(Boolean).join(' ')
}
