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

/** The products of an order, and what is left of their payment. */
export interface SoldProducts {
  items: readonly SoldItem[]
  postagePence: number
  leftPence: number
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

const priceOf = (pieces: readonly { unitPence: number; quantity: number }[]) =>
  pieces.reduce((all, { unitPence, quantity }) => all + unitPence * quantity, 0)

/**
 * Returns the refund for returned pieces, plus the postage if they complete the return of the order. It is at most the
 * rest of the payment.
 */
export function piecesWorth(
  pieces: readonly { unitPence: number; quantity: number }[],
  { items, postagePence, leftPence }: SoldProducts,
): number {
  const out = items.reduce((all, { quantity, returned }) => all + quantity - returned, 0)
  const back = pieces.reduce((all, { quantity }) => all + quantity, 0)
  return Math.min(leftPence, priceOf(pieces) + (back > 0 && back === out ? postagePence : 0))
}

/** Returns the price of the pieces that were not returned, and of the postage while there are any. */
export const livePenceOfItems = (totalPence: number, items: readonly SoldItem[]): number =>
  items.every(({ quantity, returned }) => returned === quantity)
    ? 0
    : Math.max(0, totalPence - priceOf(items.map(item => ({ ...item, quantity: item.returned }))))
