import { sql } from 'kysely'
import type { money as calls } from '#contract/office/money.ts'
import type { CallInput } from '#contract/wire.ts'
import { addDays } from '#domain/calendar.ts'
import { OfficeRefusal, requireFields } from '#domain/office/office-refusal.ts'
import { monthsWithin, requirePeriod } from '#domain/office/takings.ts'
import { dayIsClosed, lastDayToClose, vatSentences } from '#domain/office/vat.ts'
import type { Tx } from '#server/database/connect.ts'
import { openMovements } from '#server/database/open-vat-movements.ts'
import { readClosedUntil } from '#server/features/orders/closed-days.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { described, descriptions, readVat } from './read-vat.ts'

/**
 * Closes a period of VAT for good (decision O-128): keeps the lines of its export as they are, and gives lines without a
 * code the one that they were counted with. Refuses if the sums are no longer those that were shown. Receipts that are
 * being written are waited for.
 */
export function closeVat(
  { from, to, grossPence, vatPence, requestId }: CallInput<typeof calls.closeVat>,
  request: OfficeRequest,
) {
  const { staff, clock } = request
  requirePeriod({ from, to })
  requireFields({ to: to > lastDayToClose(clock()) && vatSentences.stillRuns })
  return recordAction(request, { requestId }, async tx => {
    await sql`select pg_advisory_xact_lock(hashtextextended('vat periods', 0))`.execute(tx)
    const until = await readClosedUntil(tx)
    requireFields({
      from: until !== null && from !== addDays(until, 1) && vatSentences.followsLast,
      to: until !== null && to <= until && dayIsClosed(until),
    })
    const sums = await readVat(tx, { from, to })
    const sum = (name: 'grossPence' | 'vatPence') => sums.reduce((all, row) => all + row[name], 0)
    if (sum('grossPence') !== grossPence || sum('vatPence') !== vatPence) {
      throw new OfficeRefusal(vatSentences.figuresChanged, 409)
    }
    const periodId = await writePeriod(tx, { from, to, grossPence, vatPence }, staff.staffId, clock())
    return {
      answer: { id: periodId },
      action: {
        ...{ action: 'vat.close', subjectKind: 'period', subjectId: periodId },
        facts: { from, to, grossPence, vatPence },
      },
    }
  })
}

async function writePeriod(
  tx: Tx,
  { from, to, grossPence, vatPence }: { from: string; to: string; grossPence: number; vatPence: number },
  staffId: number,
  now: Date,
): Promise<number> {
  await sql`create temporary table closing on commit drop as
    select m.*, ${descriptions} from vat_movements m ${described} where false`.execute(tx)
  for (const month of monthsWithin({ from, to })) {
    await sql`insert into closing select m.*, ${descriptions} from ${openMovements(month)} m ${described}`.execute(
      tx,
    )
  }
  const { rows } = await sql<{ id: number }>`
    insert into vat_periods (from_day, to_day, closed_at, staff_id, lines, gross_pence, vat_pence)
    select ${from}, ${to}, ${now}, ${staffId}, count(*), ${grossPence}::bigint, ${vatPence}::bigint from closing
    returning id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('no period was written')
  await sql`insert into vat_lines (period_id, tax_point, order_id, kind, line_id, description, venue, session_date, vat_code,
      vat_percent, method, source, source_id, refund_of, gross_pence, vat_pence)
    select ${id}::bigint, day, order_id, kind, line_id, description, venue, session_date, code, percent, method, source,
      source_id, refund_of, gross_pence, vat_pence
    from closing order by day, source, source_id, kind, line_id`.execute(tx)
  const coded = sql`vat_code = c.code from (select distinct kind, line_id, code from closing) c where vat_code is null`
  await sql`update bookings set ${coded} and c.kind = 'place' and id = c.line_id`.execute(tx)
  await sql`update order_packs set ${coded} and c.kind = 'pack' and order_id = c.line_id`.execute(tx)
  await sql`update order_items set ${coded} and c.kind = 'product' and id = c.line_id`.execute(tx)
  return id
}
