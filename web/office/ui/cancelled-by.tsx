import { momentInLondon } from '#domain/calendar.ts'
import { useToday } from '#web/today.tsx'
import { spokenInstant } from './moments.ts'

/** Says who cancelled and when: “Cancelled 08:10 by Ann”, with the day if it was not today. */
export function CancelledBy({ at, by }: { at: string; by: string }) {
  const today = useToday()
  const moment = momentInLondon(new Date(at))
  return `Cancelled ${moment.startsWith(today) ? moment.slice(11) : spokenInstant(at, today)} by ${by}`
}
