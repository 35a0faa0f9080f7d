import { addDays, everyDay, instantInLondon, todayInLondon } from '../calendar.ts'
import { fireListMinutesAfter, marksOpenAt } from './marks.ts'

/** The hours of a session, which are those of each of its days. */
interface Hours {
  startTime: string
  endTime: string
}

/** Whether each day of a session ends after midnight. */
const isOverMidnight = ({ startTime, endTime }: Hours): boolean => endTime <= startTime

/** Lists the days that have a register. A class over midnight has one, on the day on which it begins. */
export const registerDays = (of: Hours & { date: string; endDate: string }): string[] =>
  everyDay(of.date, isOverMidnight(of) ? addDays(of.endDate, -1) : of.endDate)

/** Returns when a register's day ends, which is on the next day for a class over midnight. */
export const dayEndsAt = (day: string, of: Hours): Date =>
  instantInLondon(isOverMidnight(of) ? addDays(day, 1) : day, of.endTime)

/** Returns until when a register's day stays on the lists of the present day: an hour after its end. */
const runsUntil = (day: string, of: Hours): number =>
  dayEndsAt(day, of).getTime() + fireListMinutesAfter * 60_000

/** Whether a register's day is on the fire list: from an hour before its start to an hour after its end. */
export const isOnFireList = (day: string, of: Hours, now: Date): boolean =>
  marksOpenAt(day, of.startTime) <= now && now.getTime() <= runsUntil(day, of)

/** Whether a register of yesterday is shown among those of today, because its class runs over midnight. */
export const runsFromYesterday = (day: string, of: Hours, now: Date): boolean =>
  isOverMidnight(of) && addDays(day, 1) === todayInLondon(now) && now.getTime() <= runsUntil(day, of)
