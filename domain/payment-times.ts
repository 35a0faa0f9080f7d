const minute = 60_000

/** How long an order is held for its payment, where the business has not set it otherwise. */
export const usualHoldMinutes = 35

/** The provider's pages live at least 30 minutes; one more for clocks that differ. */
const shortestPage = 31 * minute
/** Between the end of a card page and the end of the hold. */
const afterThePage = 2 * minute
const longestHold = 70 * minute
/** The provider refuses a page of more than a day. */
const longestPage = 23 * 60 * minute

/**
 * When the hold of an order that is placed now ends: a while from now, but never past the start of its first session
 * (decision E-04). Packs and products have none.
 */
export function endOfHold(now: Date, holdMinutes: number, starts: Date[] = []): Date {
  const ends = now.getTime() + holdMinutes * minute
  return new Date(Math.min(ends, ...starts.map(start => start.getTime())))
}

export interface HeldOrder {
  placedAt: Date
  holdExpiresAt: Date
  /** Undefined when nothing begins: packs and products. */
  firstSessionStartsAt: Date | undefined
}

/**
 * How long a card page opened now may live, and how long the order is held for it (decision E-04): to two minutes
 * after the page's end, 70 minutes in all at most unless it was held for longer already, and never past the first
 * session's start. Where the hold ends before the page, the page is closed at the provider then.
 */
export function planCardPage(order: HeldOrder, now: Date): { pageEndsAt: Date; holdExpiresAt: Date } {
  const hold = order.holdExpiresAt.getTime()
  const pageEnds = Math.min(
    Math.max(now.getTime() + shortestPage, hold - afterThePage),
    now.getTime() + longestPage,
  )
  // Rounded down: a page that is opened at once leaves the hold where it is.
  const wholeSeconds = Math.floor(pageEnds / 1000) * 1000
  const latest = Math.min(
    Math.max(hold, order.placedAt.getTime() + longestHold),
    order.firstSessionStartsAt?.getTime() ?? Number.POSITIVE_INFINITY,
  )
  return {
    pageEndsAt: new Date(wholeSeconds),
    holdExpiresAt: new Date(Math.min(Math.max(hold, wholeSeconds + afterThePage), latest)),
  }
}
