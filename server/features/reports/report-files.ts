import type { TextFile } from '#contract/office/office-call.ts'
import type { reports } from '#contract/office/reports.ts'
import type { CallInput } from '#contract/wire.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { exportFile, inPounds } from '#server/staff-log/export-file.ts'
import { readAttendance } from './read-attendance.ts'
import { readDemand } from './read-demand.ts'
import { readOccupancy } from './read-occupancy.ts'
import { readSources } from './read-sources.ts'

/** Exports how full the dates of a period are. */
export const exportOccupancy = (
  request: OfficeRequest,
  asked: CallInput<typeof reports.occupancy>,
): Promise<TextFile> =>
  exportFile(request, 'occupancy', async tx => ({
    columns: ['name', 'dates', 'places taken', 'places'],
    rows: (await readOccupancy(tx, asked)).map(({ name, dates, taken, capacity }) => [
      ...[name, dates, taken, capacity],
    ]),
  }))

/** Exports the marks of each class in a period. It names no child. */
export const exportAttendance = (
  request: OfficeRequest,
  asked: CallInput<typeof reports.attendance>,
): Promise<TextFile> =>
  exportFile(request, 'attendance', async tx => ({
    columns: ['class', 'days', 'places', 'here', 'late', 'not here', 'not marked', 'walk-ins'],
    rows: (await readAttendance(tx, asked, request.clock())).map(row => [
      ...[row.name, row.dates, row.places, row.here, row.late, row.absent, row.unmarked, row.walkIns],
    ]),
  }))

/** Exports how many people waited in a period, by what became of them. */
export const exportDemand = (
  request: OfficeRequest,
  asked: CallInput<typeof reports.waiting>,
): Promise<TextFile> =>
  exportFile(request, 'waiting', async tx => ({
    columns: ['name', 'asked', 'still waiting', 'booked', 'offer not used', 'taken off'],
    rows: (await readDemand(tx, asked)).map(row => [
      ...[row.name, row.asked, row.waiting, row.booked, row.lapsed, row.left],
    ]),
  }))

/** Exports how the families of a period heard of the business. It names no family. */
export const exportSources = (
  request: OfficeRequest,
  asked: CallInput<typeof reports.sources>,
): Promise<TextFile> =>
  exportFile(request, 'sources', async tx => ({
    columns: ['month', 'answer', 'families', 'of them paid', 'spent'],
    rows: (await readSources(tx, asked)).map(({ month, answer, families, buyers, spentPence }) => [
      ...[month ?? '', answer, families, buyers, inPounds(spentPence)],
    ]),
  }))
