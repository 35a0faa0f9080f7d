const minute = 60_000

/** The provider's pages live at least 30 minutes; one more for clocks that differ. */
const shortestPage = 31 * minute
/** Between the end of a card page and the end of the hold. */
const afterThePage = 2 * minute
const longestHold = 70 * minute

export interface HeldOrder {
  placedAt: Date
  holdExpiresAt: Date
  /** Undefined when nothing begins: packs and products. */
  firstSessionStartsAt: Date | undefined
}

/**
 * How long a card page opened now may live, and how long the order is held for it (decision E-04): to two minutes
 * after the page's end, 70 minutes in all at most, and never past the first session's start. Where one of the last
 * two comes before the page's own end, the page is closed at the provider when the hold ends.
 */
export function planCardPage(order: HeldOrder, now: Date): { pageEndsAt: Date; holdExpiresAt: Date } {
  const hold = order.holdExpiresAt.getTime()
  const pageEnds = Math.max(now.getTime() + shortestPage, hold - afterThePage)
  const wholeSeconds = Math.ceil(pageEnds / 1000) * 1000
  const latest = Math.min(
    order.placedAt.getTime() + longestHold,
    order.firstSessionStartsAt?.getTime() ?? Number.POSITIVE_INFINITY,
  )
  return {
    pageEndsAt: new Date(wholeSeconds),
    holdExpiresAt: new Date(Math.min(Math.max(hold, wholeSeconds + afterThePage), latest)),
  }
}
