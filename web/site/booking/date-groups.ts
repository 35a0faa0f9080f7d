import type { offeredSession } from '#contract/orders.ts'
import type { Value } from '#contract/wire.ts'
import { daysBetween, weekdayOf } from '#domain/calendar.ts'
import { dayAndMonth, longWeekday, timeRange } from '#web/ui/british-dates.ts'

type OfferedSession = Value<typeof offeredSession>

/** Dates of a class on one weekday at one time. */
export interface DateGroup {
  /** 'Saturdays 11:00–11:45'. */
  title: string
  /** Whether the dates stand alone: each on another weekday, at another time, or over several days. */
  isMixed: boolean
  sessions: OfferedSession[]
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const weekOrder = ([first]: OfferedSession[]) =>
  first ? `${weekdays.indexOf(weekdayOf(first.startDate))} ${first.startTime}` : ''

/**
 * Groups dates by weekday and time in the order of a week; dates that stand alone follow together. The group of the
 * pressed date comes first.
 */
export function groupDates(sessions: OfferedSession[], pressedId: number): DateGroup[] {
  const timeOf = ({ startDate, endDate, startTime, endTime }: OfferedSession) =>
    [weekdayOf(startDate), startTime, endTime, daysBetween(startDate, endDate)].join()
  // `Object.groupBy` is too new for phones of a few years.
  const byTime = new Map<string, OfferedSession[]>()
  for (const session of sessions)
    byTime.set(timeOf(session), [...(byTime.get(timeOf(session)) ?? []), session])
  const repeats = (dates: OfferedSession[]) =>
    dates.length > 1 && dates.every(({ startDate, endDate }) => startDate === endDate)
  const groups = [...byTime.values()]
    .filter(repeats)
    .toSorted((a, b) => (weekOrder(a) < weekOrder(b) ? -1 : 1))
    .map(dates => ({ title: titleOf(dates), isMixed: false, sessions: dates }))
  const alone = sessions.filter(one => !groups.some(group => group.sessions.includes(one)))
  const mixed = { title: 'Other dates', isMixed: true, sessions: alone }
  const all = alone.length > 0 ? [...groups, mixed] : groups
  const isPressed = (group: DateGroup) => group.sessions.some(({ id }) => id === pressedId)
  return [...all.filter(isPressed), ...all.filter(group => !isPressed(group))]
}

const titleOf = ([first]: OfferedSession[]) =>
  first ? `${longWeekday(first.startDate)}s ${timeRange(first.startTime, first.endTime)}` : ''

/** Names what one press on a group chooses: 'All Saturdays until 20 Feb'; '' if its dates stand alone. */
export function nameAll({ isMixed, title }: DateGroup, free: OfferedSession[], groups: DateGroup[]): string {
  const [first] = free
  const last = free.at(-1)
  if (!first || !last || isMixed) return ''
  const day = `${longWeekday(first.startDate)}s`
  const isOnlyOnDay = groups.filter(group => group.title.startsWith(`${day} `)).length === 1
  return `All ${isOnlyOnDay ? day : title} until ${dayAndMonth(last.endDate)}`
}
