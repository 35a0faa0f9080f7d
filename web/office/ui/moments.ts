import { momentInLondon } from '#domain/calendar.ts'
import { spokenMoment } from '#web/ui/british-dates.ts'

/** '2026-11-24T10:00:00.000Z' → 'Tue 24 Nov, 10:00', as a clock in London shows it. */
export const spokenInstant = (instant: string, today: string): string =>
  spokenMoment(momentInLondon(new Date(instant)), today)
