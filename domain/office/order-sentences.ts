import { longMoment } from '#domain/format-dates.ts'

/** “Ann Perry marked this order as sent on Tuesday 24 November 2026 at 14:05”. */
export const sentBefore = (name: string, at: Date): string =>
  `${name || 'Somebody'} marked this order as sent on ${longMoment(at)}`
