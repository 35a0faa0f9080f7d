/** A paid class pack, with what decides how much of it can be given back. */
export interface SoldPack {
  credits: number
  paidPence: number
  /** The credits that were given back before. */
  returned: number
  /** The family's present balance. */
  balance: number
}

/** A line of a product order, with the pieces that were returned. */
export interface SoldItem {
  unitPence: number
  quantity: number
  returned: number
}

/** Returns the credits of a pack that can be given back: not given back before, and not spent. */
export const creditsLeft = ({ credits, returned, balance }: SoldPack): number =>
  Math.max(0, Math.min(credits - returned, balance))

/**
 * Returns the price of a pack's first `count` credits, rounded down, so that the last credits carry the
 * remainder.
 */
const costOf = ({ credits, paidPence }: SoldPack, count: number) => Math.floor((paidPence * count) / credits)

/**
 * Returns the refund for giving back this many credits of a pack, pro rata. It is at most what is left of the
 * payment.
 */
export const packWorth = (pack: SoldPack, credits: number, leftPence: number): number =>
  Math.min(leftPence, costOf(pack, pack.returned + credits) - costOf(pack, pack.returned))

/** Returns the price of the credits of a pack that were not given back. */
export const livePenceOfPack = (pack: SoldPack): number => pack.paidPence - costOf(pack, pack.returned)

/** Returns the refund for returned pieces. It is at most what is left of the payment. */
export const piecesWorth = (
  pieces: readonly { unitPence: number; quantity: number }[],
  leftPence: number,
): number =>
  Math.min(
    leftPence,
    pieces.reduce((all, { unitPence, quantity }) => all + unitPence * quantity, 0),
  )

/** Returns the price of the pieces that were not returned. */
export const livePenceOfItems = (totalPence: number, items: readonly SoldItem[]): number =>
  Math.max(0, totalPence - items.reduce((all, { unitPence, returned }) => all + unitPence * returned, 0))
