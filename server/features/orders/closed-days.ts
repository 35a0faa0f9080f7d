import { sql } from 'kysely'
import { dayIsClosed } from '#domain/office/vat.ts'
import type { Db, Tx } from '#server/database/connect.ts'

/** Reads the last day of the last closed period (decision O-128); null if none was closed. */
export async function readClosedUntil(db: Db): Promise<string | null> {
  const { rows } = await sql<{ until: string | null }>`
    select to_char(vat_closed_until(), 'YYYY-MM-DD') as until`.execute(db)
  return rows[0]?.until ?? null
}

/** Says why money cannot be entered for a day, if its period is closed. */
export async function whyClosed(db: Db, day: string): Promise<string | false> {
  const until = await readClosedUntil(db)
  return until !== null && day <= until && dayIsClosed(until)
}

/** Keeps a period from being closed until the transaction ends, and waits for one that is being closed. */
export const holdPeriods = (tx: Tx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock_shared(hashtextextended('vat periods', 0))`.execute(tx)

/**
 * Stores a refund that failed after its period was closed. The closed period still counts it, so today counts the same
 * money as received. The refund is locked.
 */
export async function keepUndone(tx: Tx, refundId: number, now: Date): Promise<void> {
  await holdPeriods(tx)
  await sql`insert into undone_refunds (refund_id, payment_id, method, amount_pence, gave_at, undone_at)
    select id, payment_id, method, amount_pence, settled_at, ${now} from refunds
    where id = ${refundId} and status = 'succeeded' and amount_pence > 0
      and (settled_at at time zone 'Europe/London')::date <= vat_closed_until()
    on conflict do nothing`.execute(tx)
}
