import { sql } from 'kysely'
import type { TakingsRow } from '#contract/office/money.ts'
import { addDays, instantInLondon } from '#domain/calendar.ts'
import {
  addUpTakings,
  type DayTakings,
  monthsWithin,
  requirePeriod,
  type TakingsStep,
} from '#domain/office/takings.ts'
import type { Db } from '#server/database/connect.ts'

interface Asked {
  from: string
  to: string
  by: TakingsStep
}

/** Reads what orders received and gave back, by day, week or month and by method. Refuses an impossible period. */
export async function readTakings(db: Db, { by, ...period }: Asked): Promise<TakingsRow[]> {
  requirePeriod(period)
  const days: DayTakings[] = []
  for (const month of monthsWithin(period)) days.push(...(await readDays(db, month)))
  return addUpTakings(days, by)
}

/** Reads how much of the expected money has not been received. */
export async function readExpectedPence(db: Db): Promise<number> {
  const { rows } = await sql<{ pence: number }>`
    select coalesce(sum(p.amount_pence - (select coalesce(sum(d.amount_pence), 0) from desk_receipts d
      where d.payment_id = p.id)), 0)::integer as pence
    from payments p where p.status = 'expected'`.execute(db)
  return rows[0]?.pence ?? 0
}

/** Reads the postage of the orders that were paid in a period. */
export async function readPostagePence(db: Db, { from, to }: Pick<Asked, 'from' | 'to'>): Promise<number> {
  const { rows } = await sql<{ pence: number }>`
    select coalesce(sum(postage_pence), 0)::integer as pence from orders
    where paid_at >= ${instantInLondon(from, '00:00')} and paid_at < ${instantInLondon(addDays(to, 1), '00:00')}
      and postage_pence > 0`.execute(db)
  return rows[0]?.pence ?? 0
}

async function readDays(db: Db, { from, to }: { from: string; to: string }): Promise<DayTakings[]> {
  const { rows } = await sql<DayTakings>`
    select to_char(at at time zone 'Europe/London', 'YYYY-MM-DD') as day, method,
      (count(*) filter (where received_pence > 0))::integer as payments,
      sum(received_pence)::integer as "receivedPence", sum(back_pence)::integer as "backPence"
    from takings where at >= ${instantInLondon(from, '00:00')} and at < ${instantInLondon(addDays(to, 1), '00:00')}
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}
