import { dayMilliseconds } from './calendar.ts'
import {
  defaultLinkHours,
  maxCardPageMinutes,
  maxHoldMinutes,
  maxLinkDays,
  minCardPageMinutes,
} from './limits.ts'

const minute = 60_000

/** How long after the end of a card page the hold ends. */
const afterThePage = 2 * minute

/**
 * Returns when the hold of a new order ends: after `holdMinutes`, or at the start of its first session
 * (decision E-04). Packs and products have no start.
 */
export function endOfHold(now: Date, holdMinutes: number, starts: Date[] = []): Date {
  const ends = now.getTime() + holdMinutes * minute
  return new Date(Math.min(ends, ...starts.map(start => start.getTime())))
}

export interface HeldOrder {
  placedAt: Date
  holdExpiresAt: Date
  /** Undefined for packs and products. */
  firstSessionStartsAt: Date | undefined
}

/**
 * Returns how long a card page opened now lives and how long the order is held for it (decision E-04). The
 * hold ends two minutes after the page, 70 minutes after the order at most (unless it was longer already),
 * and never after the first session starts. If the hold ends before the page, the page is closed at the
 * provider then.
 */
export function planCardPage(order: HeldOrder, now: Date): { pageEndsAt: Date; holdExpiresAt: Date } {
  const hold = order.holdExpiresAt.getTime()
  const pageEnds = Math.min(
    Math.max(now.getTime() + minCardPageMinutes * minute, hold - afterThePage),
    now.getTime() + maxCardPageMinutes * minute,
  )
  // Rounded down: a page opened at once does not change the hold.
  const wholeSeconds = Math.floor(pageEnds / 1000) * 1000
  const latest = Math.min(
    Math.max(hold, order.placedAt.getTime() + maxHoldMinutes * minute),
    order.firstSessionStartsAt?.getTime() ?? Number.POSITIVE_INFINITY,
  )
  return {
    pageEndsAt: new Date(wholeSeconds),
    holdExpiresAt: new Date(Math.min(Math.max(hold, wholeSeconds + afterThePage), latest)),
  }
}

/**
 * Returns the latest time until which a payment link can keep an order: 7 days from now, or the start of its
 * first session.
 */
export const latestKept = (now: Date, firstSessionStartsAt: Date | undefined): Date =>
  new Date(
    Math.min(
      now.getTime() + maxLinkDays * dayMilliseconds,
      firstSessionStartsAt?.getTime() ?? Number.POSITIVE_INFINITY,
    ),
  )

/**
 * Returns until when a payment link keeps an order if staff choose no other time. It never shortens the hold.
 */
export const usuallyKept = (order: Omit<HeldOrder, 'placedAt'>, now: Date): Date =>
  new Date(
    Math.max(
      order.holdExpiresAt.getTime(),
      Math.min(
        now.getTime() + defaultLinkHours * 60 * minute,
        latestKept(now, order.firstSessionStartsAt).getTime(),
      ),
    ),
  )
