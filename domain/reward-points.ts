import { counted } from './counted.ts'

/** Returns one reward point for every whole pound paid, by card or at the desk (decision E-27). */
export const pointsFor = (paidPence: number): number => Math.floor(paidPence / 100)

/** The reward points of an order, and the payment that earned them. */
export interface OrderPoints {
  paidPence: number
  /** Money that was refunded, or is being refunded. */
  backPence: number
  /** The points given for the order, less the points taken back. */
  held: number
  /** The points that could not be taken back, because the family had spent them. */
  short: number
  /** The family's balance of points. No more than this can be taken back. */
  balance: number
}

/**
 * Returns how many points a refund of this order takes back. The SQL function `settle_points` has the same
 * rule.
 */
export function pointsTakenBack(
  { paidPence, backPence, held, short, balance }: OrderPoints,
  refundedPence: number,
): number {
  if (refundedPence <= 0) return 0
  const due = pointsFor(Math.max(0, paidPence - backPence - refundedPence))
  return Math.max(0, Math.min(held - short - due, balance))
}

/** Returns “1 reward point”, “12 reward points”. */
export const pointsText = (points: number): string => counted(points, 'reward point')
