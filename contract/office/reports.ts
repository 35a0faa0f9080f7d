import { everyDemandGroup, everyOccupancyGroup, everySourceGroup } from '#domain/office/reports.ts'
import {
  choice,
  count,
  date,
  id,
  integer,
  list,
  name,
  nullable,
  plain,
  read,
  textFile,
  textUpTo,
  type Value,
} from './office-call.ts'

const period = { from: date, to: date }

/** The id of the class, venue, type or term; 0 for none. A weekday has 1 to 7, its hour 100 × weekday + hour. */
const group = { id: integer, name }

const occupancyRow = plain({ ...group, dates: count, taken: count, capacity: count })
export type OccupancyRow = Value<typeof occupancyRow>

const attendanceRow = plain({
  ...group,
  dates: count,
  /** The places on days that have begun. Each is counted in one of the next four fields. */
  places: count,
  here: count,
  late: count,
  absent: count,
  unmarked: count,
  walkIns: count,
})
export type AttendanceRow = Value<typeof attendanceRow>

const absentChild = plain({
  childId: id,
  accountId: id,
  child: name,
  offeringId: id,
  className: name,
  times: count,
  lastDay: date,
})
export type AbsentChild = Value<typeof absentChild>

const demandRow = plain({ ...group, asked: count, waiting: count, booked: count, lapsed: count, left: count })
export type DemandRow = Value<typeof demandRow>

const sourceRow = plain({
  /** The family's answer; '' for families who were not asked or did not answer. */
  answer: textUpTo(200),
  /** The first day of the month in which the families came; null for all months together. */
  month: nullable(date),
  families: count,
  buyers: count,
  spentPence: integer,
})
export type SourceRow = Value<typeof sourceRow>

const occupancy = { ...period, by: choice(everyOccupancyGroup) }
const waiting = { ...period, by: choice(everyDemandGroup) }
const sources = { ...period, by: choice(everySourceGroup) }

/** The calls of the reports (spec 4 §6.7). A period has at most `maxReportDays` days. */
export const reports = {
  /** Counts the places that are taken, of all dates that are neither drafts nor cancelled. */
  occupancy: read('Reports/occupancy', 'report.see', occupancy, list(occupancyRow)),
  occupancyFile: read('Reports/occupancyFile', 'report.see', occupancy, textFile),
  /** Counts the marks of each class. `absentChildren` were absent from its last three or more marked dates. */
  attendance: read(
    'Reports/attendance',
    'report.see',
    period,
    plain({ rows: list(attendanceRow), absentChildren: list(absentChild) }),
  ),
  attendanceFile: read('Reports/attendanceFile', 'report.see', period, textFile),
  /** Counts the entries made in the period, by what became of them. */
  waiting: read('Reports/waiting', 'report.see', waiting, list(demandRow)),
  waitingFile: read('Reports/waitingFile', 'report.see', waiting, textFile),
  /** Counts the families who came in the period by their answer to “Where did you hear about us?”. */
  sources: read('Reports/sources', 'money.see', sources, list(sourceRow)),
  sourcesFile: read('Reports/sourcesFile', 'money.see', sources, textFile),
}
