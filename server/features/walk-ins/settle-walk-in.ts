import { sql } from 'kysely'
import { deskSentences } from '#domain/office/desk-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'

/** Finds the date of a walk-in that is not settled yet; refuses one that is. */
export async function requireUnsettled(db: Db, walkInId: string): Promise<{ sessionId: number }> {
  const walkIn = await db
    .selectFrom('walk_ins')
    .select('session_id as sessionId')
    .where('id', '=', walkInId)
    .where('settled_at', 'is', null)
    .executeTakeFirst()
  requireThat(walkIn, deskSentences.walkInSettled)
  return walkIn
}

/**
 * Settles a walk-in once, and returns the id of its session. With an order, its marks go to the booked place, and the
 * register's copy of name and number is erased. Runs last in its transaction, because it locks the walk-in.
 */
export async function settleWalkIn(
  tx: Tx,
  { staff, clock }: Pick<OfficeRequest, 'staff' | 'clock'>,
  walkInId: string,
  orderId?: number,
): Promise<number> {
  const now = clock()
  const settled = await tx
    .updateTable('walk_ins')
    .set({
      ...{ settled_at: now, settled_by: staff.staffId },
      ...(orderId !== undefined && { order_id: orderId, name: 'Booked since', phone: '' }),
    })
    .where('id', '=', walkInId)
    .where('settled_at', 'is', null)
    .returning('session_id')
    .executeTakeFirst()
  requireThat(settled, deskSentences.walkInSettled)
  if (orderId !== undefined) {
    await sql`insert into register_marks (id, session_id, on_day, booking_id, state, collected_by, marked_at, staff_id, received_at)
      select gen_random_uuid(), h.session_id, h.on_day, b.id, h.state, h.collected_by, h.marked_at, h.staff_id, ${now}
      from held_marks h join bookings b on b.order_id = ${orderId} and b.session_id = h.session_id
      where h.session_id = ${settled.session_id} and h.walk_in_id = ${walkInId} and h.state <> 'none'`.execute(
      tx,
    )
  }
  return settled.session_id
}
