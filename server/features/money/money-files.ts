import type { money } from '#contract/office/money.ts'
import type { TextFile } from '#contract/office/office-call.ts'
import type { CallInput } from '#contract/wire.ts'
import { addDays } from '#domain/calendar.ts'
import { requirePeriod } from '#domain/office/takings.ts'
import { vatFileColumns } from '#domain/office/vat.ts'
import { maxRowsInFile } from '#server/database/office-page.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { exportFile, exportInParts, inPounds } from '#server/staff-log/export-file.ts'
import { readRevenue } from './read-revenue.ts'
import { readTakings } from './read-takings.ts'
import { readTakingsByClass } from './read-takings-by-class.ts'
import { readVatRows, type VatRow } from './read-vat.ts'

/** Exports the takings of a period, a row for each day, week or month and each method. */
export const exportTakings = (
  request: OfficeRequest,
  asked: CallInput<typeof money.takingsFile>,
): Promise<TextFile> =>
  exportFile(request, 'takings', async tx => ({
    columns: ['from', 'to', 'method', 'payments', 'received', 'refunded', 'takings'],
    rows: (await readTakings(tx, asked)).flatMap(({ from, to, methods }) =>
      methods.map(({ method, payments, receivedPence, backPence }) => [
        ...[from, to, method, payments],
        ...[receivedPence, backPence, receivedPence - backPence].map(inPounds),
      ]),
    ),
  }))

/** Exports the takings of a period by class, pack and product. */
export const exportTakingsByClass = (
  request: OfficeRequest,
  period: CallInput<typeof money.takingsByClassFile>,
): Promise<TextFile> =>
  exportFile(request, 'takings', async tx => ({
    columns: ['kind', 'name', 'received', 'refunded', 'takings'],
    rows: (await readTakingsByClass(tx, period)).rows.map(row => [
      ...[row.kind, row.name],
      ...[row.receivedPence, row.backPence, row.netPence].map(inPounds),
    ]),
    fileName: `takings-by-class-${period.from}-to-${period.to}.csv`,
  }))

/** Exports what the classes of a period earned. */
export const exportRevenue = (
  request: OfficeRequest,
  asked: CallInput<typeof money.revenueFile>,
): Promise<TextFile> =>
  exportFile(request, 'revenue', async tx => ({
    columns: [
      'name',
      'places',
      'paid',
      'refunded',
      'credits used',
      'value of credits',
      'revenue',
      'for each place',
    ],
    rows: (await readRevenue(tx, asked)).map(row => [
      ...[row.name, row.places, inPounds(row.moneyPence), inPounds(row.backPence)],
      ...[row.credits, inPounds(row.creditPence), inPounds(row.netPence)],
      row.places > 0 ? inPounds(Math.round(row.netPence / row.places)) : '',
    ]),
  }))

/**
 * Exports the VAT of a period, a row for each line of each movement of money; refunds are below zero (decision
 * O-127). It names no family. At most one row more than a file holds is read at a time: by it `exportInParts` sees
 * that the file must be cut off.
 */
export const exportVat = (
  request: OfficeRequest,
  period: CallInput<typeof money.vatFile>,
): Promise<TextFile> =>
  exportInParts(request, 'vat', {
    fileName: `vat-${period.from}-to-${period.to}.csv`,
    columns: vatFileColumns,
    parts: readVatParts(request, period),
  })

const daysOfPart = 7

/** Reads the rows of the VAT file a week at a time, so that the first ones are there soon. */
async function* readVatParts({ db }: OfficeRequest, period: CallInput<typeof money.vatFile>) {
  requirePeriod(period)
  for (let from = period.from; from <= period.to; from = addDays(from, daysOfPart)) {
    const next = addDays(from, daysOfPart)
    const to = next <= period.to ? addDays(next, -1) : period.to
    const rows = await readVatRows(db, { from, to }, maxRowsInFile + 1)
    if (rows.length > 0) yield rows.map(lineOf)
  }
}

const lineOf = (row: VatRow) => [
  ...[row.taxPoint, row.orderNumber, String(row.lineId), row.kind, row.description, row.venue],
  ...[row.code, row.percent, inPounds(row.grossPence), inPounds(row.grossPence - row.vatPence)],
  ...[
    inPounds(row.vatPence),
    row.method,
    row.refundOf ?? '',
    row.customer,
    row.sessionDate ?? '',
    row.period,
  ],
]
