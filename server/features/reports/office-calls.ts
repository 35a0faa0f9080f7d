import { officeContract } from '#contract/office/contract.ts'
import { serveOffice } from '#server/request/serve-office.ts'
import { readAbsentChildren, readAttendance } from './read-attendance.ts'
import { readDemand } from './read-demand.ts'
import { readOccupancy } from './read-occupancy.ts'
import { readSources } from './read-sources.ts'
import { exportAttendance, exportDemand, exportOccupancy, exportSources } from './report-files.ts'

/** Answers the calls of the reports. */
export const reportOfficeRoutes = serveOffice(officeContract.reports, {
  occupancy: (asked, { db }) => readOccupancy(db, asked),
  occupancyFile: (asked, request) => exportOccupancy(request, asked),
  attendance: async (period, { db, clock }) => ({
    rows: await readAttendance(db, period, clock()),
    absentChildren: await readAbsentChildren(db, period),
  }),
  attendanceFile: (period, request) => exportAttendance(request, period),
  waiting: (asked, { db }) => readDemand(db, asked),
  waitingFile: (asked, request) => exportDemand(request, asked),
  sources: (asked, { db }) => readSources(db, asked),
  sourcesFile: (asked, request) => exportSources(request, asked),
})
