import { sql } from 'kysely'
import type { VatPeriod } from '#contract/office/money.ts'
import { monthsWithin, requirePeriod } from '#domain/office/takings.ts'
import type { VatCode, VatSum } from '#domain/office/vat.ts'
import type { Db } from '#server/database/connect.ts'
import { isoTime } from '#server/database/london-time-sql.ts'
import { openMovements } from '#server/database/open-vat-movements.ts'
import { classTitle } from '#server/features/offerings/session-sql.ts'

interface Period {
  from: string
  to: string
}

/** Reads the VAT of a period by code and rate. Closed days are read as they were closed. Refuses an impossible period. */
export async function readVat(db: Db, period: Period): Promise<VatSum[]> {
  requirePeriod(period)
  const sums = new Map<string, VatSum>()
  for (const month of monthsWithin(period)) {
    for (const row of await readMonth(db, month)) {
      const key = `${row.code} ${row.percent}`
      const sum = sums.get(key)
      if (!sum) sums.set(key, row)
      else for (const name of summed) sum[name] += row[name]
    }
  }
  return [...sums.values()].sort(
    (one, other) => other.percent - one.percent || one.code.localeCompare(other.code),
  )
}

const summed = ['receivedPence', 'backPence', 'grossPence', 'vatPence'] as const

async function readMonth(db: Db, month: Period): Promise<VatSum[]> {
  const { rows } = await sql<VatSum>`
    select code, percent::float as percent,
      coalesce(sum(gross_pence) filter (where source <> 'refund'), 0)::integer as "receivedPence",
      coalesce(-sum(gross_pence) filter (where source = 'refund'), 0)::integer as "backPence",
      sum(gross_pence)::integer as "grossPence", sum(vat_pence)::integer as "vatPence"
    from (
      select code, percent, source, gross_pence, vat_pence from ${openMovements(month)} m
      union all
      select vat_code, vat_percent, source, gross_pence, vat_pence from vat_lines
      where tax_point between ${month.from} and ${month.to}
    ) v group by code, percent`.execute(db)
  return rows
}

/** A row of the export. */
export interface VatRow {
  taxPoint: string
  orderNumber: string
  kind: string
  lineId: number
  description: string
  venue: string
  code: VatCode
  percent: number
  grossPence: number
  vatPence: number
  method: string
  refundOf: string | null
  customer: string
  sessionDate: string | null
  period: string
}

/** Joins the text of a movement `m`: its class and venue, pack or product. */
export const described = sql`
  left join bookings b on m.kind = 'place' and b.id = m.line_id left join sessions s on s.id = b.session_id
  left join offerings o on o.id = s.offering_id left join offering_types t on t.id = o.offering_type_id
  left join venues v on v.id = o.venue_id left join order_packs k on m.kind = 'pack' and k.order_id = m.line_id
  left join order_items i on m.kind = 'product' and i.id = m.line_id`
export const descriptions = sql`coalesce(k.name, i.name, ${classTitle}) as description, coalesce(v.name, '') as venue,
  s.start_date as session_date`

/** Reads the rows of the export of one month, in the order of their days. */
export async function readVatRows(db: Db, month: Period, most: number): Promise<VatRow[]> {
  const { rows } = await sql<VatRow>`
    select to_char(x.day, 'YYYY-MM-DD') as "taxPoint", ord.order_number as "orderNumber", x.kind, x.line_id::integer as "lineId",
      x.description, x.venue, x.code, x.percent::float as percent, x.gross_pence as "grossPence", x.vat_pence as "vatPence",
      x.method, to_char(x.refund_of, 'YYYY-MM-DD') as "refundOf", coalesce(ord.account_id::text, 'guest') as customer,
      to_char(x.session_date, 'YYYY-MM-DD') as "sessionDate", x.period
    from (
      select m.day, m.order_id, m.kind, m.line_id, ${descriptions}, m.code, m.percent, m.gross_pence, m.vat_pence,
        m.method, m.refund_of, m.source, m.source_id, 'not closed' as period
      from ${openMovements(month)} m ${described}
      union all
      select l.tax_point, l.order_id, l.kind, l.line_id, l.description, l.venue, l.session_date, l.vat_code, l.vat_percent,
        l.gross_pence, l.vat_pence, l.method, l.refund_of, l.source, l.source_id, p.from_day || ' to ' || p.to_day
      from vat_lines l join vat_periods p on p.id = l.period_id where l.tax_point between ${month.from} and ${month.to}
    ) x join orders ord on ord.id = x.order_id
    order by x.day, x.source, x.source_id, x.kind, x.line_id limit ${most}`.execute(db)
  return rows
}

/** Lists the closed periods, the latest first. */
export async function readVatPeriods(db: Db): Promise<VatPeriod[]> {
  const { rows } = await sql<VatPeriod>`
    select p.id, to_char(p.from_day, 'YYYY-MM-DD') as from, to_char(p.to_day, 'YYYY-MM-DD') as to,
      ${isoTime('p.closed_at')} as "closedAt", m.full_name as by, p.lines,
      p.gross_pence::integer as "grossPence", p.vat_pence::integer as "vatPence"
    from vat_periods p join staff m on m.id = p.staff_id order by p.from_day desc`.execute(db)
  return rows
}

/** Whether the business is registered for VAT. */
export const isRegistered = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('business').select('is_vat_registered').executeTakeFirstOrThrow()).is_vat_registered
