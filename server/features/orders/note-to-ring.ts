import { sql } from 'kysely'
import type { RingNews } from '#domain/office/order-sentences.ts'
import type { Tx } from '#server/database/connect.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'

/**
 * Notes that somebody has to ring the guests of these orders who left no email address (spec 4 §2.5). Others are told by
 * mail. A guest who has not confirmed a free place is not told anything.
 */
export async function noteToRing(
  tx: Tx,
  { staff, clock }: Pick<OfficeRequest, 'staff' | 'clock'>,
  orderIds: number[],
  news: RingNews,
): Promise<void> {
  if (orderIds.length === 0) return
  await sql`insert into guests_to_ring (order_id, news, staff_id, noted_at)
    select id, ${news}, ${staff.staffId}, ${clock()} from orders
    where id = any(${orderIds}::bigint[]) and account_id is null and guest_email = ''
      and (total_pence > 0 or paid_at is not null) order by id`.execute(tx)
}

/** Notes that somebody has to ring the guests with a live place at these dates who left no email address. */
export async function noteHoldersToRing(
  tx: Tx,
  request: Pick<OfficeRequest, 'staff' | 'clock'>,
  sessionIds: number[],
  news: RingNews,
): Promise<void> {
  if (sessionIds.length === 0) return
  const { rows } = await sql<{ id: number }>`
    select distinct order_id as id from bookings
    where session_id = any(${sessionIds}::bigint[]) and account_id is null and status <> 'cancelled'`.execute(
    tx,
  )
  await noteToRing(
    tx,
    request,
    rows.map(({ id }) => id),
    news,
  )
}
