import { counted } from './counted.ts'

/** Returns one reward point for every whole pound paid, by card or at the desk (decision E-27). */
export const pointsFor = (paidPence: number): number => Math.floor(paidPence / 100)

/** The reward points of an order, and the money that they were given for. */
export interface OrderPoints {
  paidPence: number
  /** Refunded, or on its way. */
  backPence: number
  /** The points that the family was given for the order, less those that were taken back. */
  held: number
  /** The points that could not be taken back, because the family had spent them. */
  short: number
  /** All points that the family has: more cannot be taken. */
  balance: number
}

/** Returns how many points a refund of this order takes back, by the rule of `settle_points`. */
export function pointsTakenBack(
  { paidPence, backPence, held, short, balance }: OrderPoints,
  refundedPence: number,
): number {
  if (refundedPence <= 0) return 0
  const due = pointsFor(Math.max(0, paidPence - backPence - refundedPence))
  return Math.max(0, Math.min(held - short - due, balance))
}

/** “1 reward point”, “12 reward points”. */
export const pointsText = (points: number): string => counted(points, 'reward point')
