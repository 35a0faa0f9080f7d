import { sql } from 'kysely'
import { type DatesSettled, undoSeconds } from '#domain/office/cancelled-dates.ts'
import type { Tx } from '#server/database/connect.ts'
import { enqueue } from '#server/jobs/enqueue.ts'

interface Beginning {
  sessionIds: number[]
  /** The orders to settle. */
  orderIds: number[]
  settle: DatesSettled
  toSessionId?: number | undefined
  /** Mailed to the families. */
  note: string
  /** Why goodwill is given for a date that has begun; undefined when dates are cancelled. */
  goodwillReason?: string
  staffId: number
}

/**
 * Stores which orders of which dates to settle, and enqueues the job that does it when the minute of Undo is
 * over.
 */
export async function beginSettlement(tx: Tx, beginning: Beginning, now: Date) {
  const { sessionIds, orderIds, settle, toSessionId, note, goodwillReason, staffId } = beginning
  const undoUntil = new Date(now.getTime() + undoSeconds * 1000)
  const { id } = await tx
    .insertInto('date_cancellations')
    .values({
      ...{ staff_id: staffId, cancelled_at: now, undo_until: undoUntil, settle, note: note.trim() },
      ...{ to_session_id: settle === 'move' ? (toSessionId ?? null) : null },
      ...{ is_goodwill: goodwillReason !== undefined, reason: goodwillReason ?? '' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into cancelled_dates (cancellation_id, session_id, was_hidden)
    select ${id}, id, status = 'withdrawn' from sessions where id = any(${sessionIds}::bigint[])`.execute(tx)
  await sql`insert into cancelled_date_orders (cancellation_id, order_id)
    select ${id}, order_id from unnest(${orderIds}::bigint[]) as orders (order_id)`.execute(tx)
  const kind = goodwillReason === undefined ? 'settle-cancelled-dates' : 'settle-goodwill'
  await enqueue(tx, kind, { cancellationId: id }, undoUntil)
  return { id, undoUntil: undoUntil.toISOString() }
}
