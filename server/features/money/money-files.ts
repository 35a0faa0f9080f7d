import type { money } from '#contract/office/money.ts'
import type { TextFile } from '#contract/office/office-call.ts'
import type { CallInput } from '#contract/wire.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { exportFile, inPounds } from '#server/staff-log/export-file.ts'
import { readRevenue } from './read-revenue.ts'
import { readTakings } from './read-takings.ts'

/** Exports the takings of a period, a row for each day, week or month and each method. */
export const exportTakings = (
  request: OfficeRequest,
  asked: CallInput<typeof money.takingsFile>,
): Promise<TextFile> =>
  exportFile(request, 'takings', async tx => ({
    columns: ['from', 'to', 'method', 'received', 'given back', 'net'],
    rows: (await readTakings(tx, asked)).flatMap(({ from, to, methods }) =>
      methods.map(({ method, receivedPence, backPence }) => [
        ...[from, to, method],
        ...[receivedPence, backPence, receivedPence - backPence].map(inPounds),
      ]),
    ),
  }))

/** Exports what the classes of a period earned. */
export const exportRevenue = (
  request: OfficeRequest,
  asked: CallInput<typeof money.revenueFile>,
): Promise<TextFile> =>
  exportFile(request, 'revenue', async tx => ({
    columns: ['name', 'places', 'paid', 'given back', 'credits used', 'value of credits', 'revenue'],
    rows: (await readRevenue(tx, asked)).map(row => [
      ...[row.name, row.places, inPounds(row.moneyPence), inPounds(row.backPence)],
      ...[row.credits, inPounds(row.creditPence), inPounds(row.netPence)],
    ]),
  }))
