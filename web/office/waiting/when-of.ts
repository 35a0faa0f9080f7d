import type { WaitedFor } from '#contract/office/waiting.ts'
import { spokenDate, timeRange } from '#web/ui/british-dates.ts'

/** Returns the day and time, or says that any date will do. */
export const whenOf = (
  { date, startTime, endTime }: Pick<WaitedFor, 'date' | 'startTime' | 'endTime'>,
  today: string,
): string =>
  date && startTime && endTime ? `${spokenDate(date, today)}, ${timeRange(startTime, endTime)}` : 'Any date'
