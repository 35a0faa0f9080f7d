import { sql } from 'kysely'
import type { money, TakingsThing } from '#contract/office/money.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { monthsWithin, requirePeriod } from '#domain/office/takings.ts'
import type { Db } from '#server/database/connect.ts'
import { openMovements } from '#server/database/open-vat-movements.ts'
import { classTitle } from '#server/features/offerings/session-sql.ts'
import { withTimes } from './read-revenue.ts'

type Period = CallInput<typeof money.takingsByClass>
type Sums = TakingsThing & { laterPence: number }

/**
 * Splits the takings of a period by class, pack and product, the highest first. Each movement of money is shared among the
 * lines of its order as for VAT, so that the rows sum to the takings (decision O-181). Refuses an impossible period.
 */
export async function readTakingsByClass(
  db: Db,
  period: Period,
): Promise<CallOutput<typeof money.takingsByClass>> {
  requirePeriod(period)
  const sums = new Map<string, Sums>()
  for (const month of monthsWithin(period)) {
    for (const row of await readMonth(db, month, period.to)) {
      const key = `${row.kind} ${row.id} ${row.name}`
      const sum = sums.get(key)
      if (!sum) sums.set(key, row)
      else for (const name of summed) sum[name] += row[name]
    }
  }
  const all = [...sums.values()]
  const classes = await withTimes(
    db,
    all.filter(({ kind }) => kind === 'place'),
  )
  const laterPence = all.reduce((pence, row) => pence + row.laterPence, 0)
  const rows = [...classes, ...all.filter(({ kind }) => kind !== 'place')]
    .map(({ laterPence: _, ...row }) => row)
    .sort((one, other) => other.netPence - one.netPence || one.name.localeCompare(other.name, 'en-GB'))
  return { rows, laterPence }
}

const summed = ['receivedPence', 'backPence', 'netPence', 'laterPence'] as const

/** Reads a month. Money for dates after `last` is also summed apart. */
async function readMonth(db: Db, month: Period, last: string): Promise<Sums[]> {
  const { rows } = await sql<Sums>`
    with moved as materialized (
      select kind, line_id, source, gross_pence from ${openMovements(month)} open_days
      union all
      select kind, line_id, source, gross_pence from vat_lines where tax_point between ${month.from} and ${month.to}
    )
    select m.kind,
      coalesce(o.id, k.class_pack_id, i.product_id)::integer as id,
      coalesce(k.name, i.name, ${classTitle} || ' at ' || v.name) as name,
      coalesce(sum(m.gross_pence) filter (where m.source <> 'refund'), 0)::integer as "receivedPence",
      coalesce(-sum(m.gross_pence) filter (where m.source = 'refund'), 0)::integer as "backPence",
      sum(m.gross_pence)::integer as "netPence",
      coalesce(sum(m.gross_pence) filter (where s.start_date > ${last}), 0)::integer as "laterPence"
    from moved m
      left join bookings b on m.kind = 'place' and b.id = m.line_id left join sessions s on s.id = b.session_id
      left join offerings o on o.id = s.offering_id left join offering_types t on t.id = o.offering_type_id
      left join venues v on v.id = o.venue_id
      left join order_packs k on m.kind = 'pack' and k.order_id = m.line_id
      left join order_items i on m.kind = 'product' and i.id = m.line_id
    group by 1, 2, 3`.execute(db)
  return rows
}
