import { momentInLondon } from '#domain/calendar.ts'
import { spokenMoment } from '#web/ui/british-dates.ts'

/** Formats an instant in London time: '2026-11-24T10:00:00.000Z' → 'Tue 24 Nov, 10:00'. */
export const spokenInstant = (instant: string, today: string): string =>
  spokenMoment(momentInLondon(new Date(instant)), today)
