import { momentInLondon } from '#domain/calendar.ts'
import { dayAndMonth, fullDate, spokenMoment } from '#web/ui/british-dates.ts'

/** Formats an instant in London time: '2026-11-24T10:00:00.000Z' → 'Tue 24 Nov, 10:00'. */
export const spokenInstant = (instant: string, today: string): string =>
  spokenMoment(momentInLondon(new Date(instant)), today)

/** Formats days of a report with their year: '1 Jul – 30 Sep 2026'. */
export function fullDays({ from, to }: { from: string; to: string }): string {
  if (from === to) return fullDate(from)
  return `${from.slice(0, 4) === to.slice(0, 4) ? dayAndMonth(from) : fullDate(from)} – ${fullDate(to)}`
}
