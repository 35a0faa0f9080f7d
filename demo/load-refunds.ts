import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import { writeAction } from '#server/staff-log/record-action.ts'
import { daysBefore } from './load-content.ts'

interface Given {
  now: Date
  today: string
  dataKey: Buffer
}

/** Loads refunds by the office: of all places of a cancelled date, and goodwill for one place. */
export async function loadRefunds(tx: Tx, given: Given): Promise<void> {
  await loadCancelledDate(tx, given)
  await loadGoodwill(tx, given)
}

const staffOf = async (tx: Tx, role: 'owner' | 'manager'): Promise<number> => {
  const { id } = await tx.selectFrom('staff').select('id').where('role', '=', role).executeTakeFirstOrThrow()
  return id
}

/**
 * Whether the account of an order is one that the log-in page names. Those orders are shown to visitors, so
 * they stay as they are.
 */
const isNamed = sql`exists (select from accounts a where a.id = o.account_id
  and a.email in ('parent@example.test', 'second@example.test', 'newcomer@example.test'))`

/**
 * Cancels a date of today or soon after, as of yesterday: refunded to the cards, and all families notified.
 * Registers and Today strike it through. Its orders have other places, so none of them ends.
 */
async function loadCancelledDate(tx: Tx, { now, today, dataKey }: Given): Promise<void> {
  const at = daysBefore(now, 1)
  const found = await sql<{ sessionId: number; places: number; pence: number }>`
    select s.id as "sessionId", count(b.id)::integer as places, sum(b.payable_pence)::integer as pence
    from sessions s join offerings f on f.id = s.offering_id join bookings b on b.session_id = s.id
      join orders o on o.id = b.order_id
    where s.kind = 'class' and s.status = 'scheduled' and s.start_date >= ${today} and s.places_taken < s.capacity - 1
      and not f.is_pack_only
      and not exists (select from waiting_entries w where w.session_id = s.id)
    group by s.id
    having count(b.id) between 3 and 9 and bool_and(b.status = 'confirmed' and b.payable_pence > 0 and b.credits_used = 0
      and o.status = 'paid' and o.payment_method = 'card' and o.account_id is not null and not ${isNamed} and exists (select from bookings other
        where other.order_id = o.id and other.session_id <> s.id and other.status = 'confirmed'))
    order by s.start_date, s.start_time desc, s.id limit 1`.execute(tx)
  const [date] = found.rows
  if (!date) throw new Error('There is no date to cancel.')
  const { sessionId, places, pence } = date
  const staffId = await staffOf(tx, 'owner')
  const note = 'The boiler has broken down, and the hall is too cold for the children.'
  const { id } = await tx
    .insertInto('date_cancellations')
    .values({
      ...{ staff_id: staffId, settle: 'card', note, cancelled_at: at, undo_until: secondsAfter(at, 60) },
      ...{ settling_at: secondsAfter(at, 60), settled_at: secondsAfter(at, 62) },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('cancelled_dates')
    .values({ cancellation_id: id, session_id: sessionId, was_hidden: false })
    .execute()
  const settledAt = secondsAfter(at, 61)
  await sql`insert into cancelled_date_orders (cancellation_id, order_id, settled_at, told_at)
    select distinct ${id}::bigint, order_id, ${settledAt}::timestamptz, ${settledAt}::timestamptz
    from bookings where session_id = ${sessionId}`.execute(tx)
  await sql`insert into refunds (payment_id, amount_pence, reason, status, requested_at, settled_at, kind, tries, staff_id,
      provider_ref, provider_status)
    select p.id, sum(b.payable_pence), ${note}, 'succeeded', ${settledAt}, ${settledAt}, 'cancelled', 1, ${staffId},
      're_demo_' || p.id, 'succeeded'
    from bookings b join payments p on p.order_id = b.order_id and p.status = 'succeeded'
    where b.session_id = ${sessionId} group by p.id`.execute(tx)
  await sql`update bookings set status = 'cancelled' where session_id = ${sessionId}`.execute(tx)
  await sql`insert into booking_cancellations (booking_id, order_id, cancelled_at, cancelled_by, staff_id, reason, refund_id,
      refunded_pence, as_credits_pence, kept_pence, back_before_pence, credits_returned, credits_granted)
    select b.id, b.order_id, ${settledAt}, 'date', ${staffId}, ${note}, r.id, b.payable_pence, 0, 0, 0, 0, 0
    from bookings b join payments p on p.order_id = b.order_id join refunds r on r.payment_id = p.id
    where b.session_id = ${sessionId} and r.kind = 'cancelled'`.execute(tx)
  await sql`update sessions set status = 'cancelled', cancelled_at = ${at}, places_taken = 0 where id = ${sessionId}`.execute(
    tx,
  )
  await countRefunds(tx, settledAt)
  await writeAction(
    tx,
    { dataKey },
    { staffId },
    {
      ...{ action: 'session.cancel', subjectKind: 'session', subjectId: sessionId },
      facts: {
        ...{ places, refundedPence: pence, credits: 0, moved: 0, unpaidOrders: 0 },
        ...{ sessions: [sessionId], settle: 'card', cancellation: id },
      },
    },
    new Date(at),
  )
}

/** Refunds half of a recent place as goodwill. The place stays booked. */
async function loadGoodwill(tx: Tx, { now, today, dataKey }: Given): Promise<void> {
  const at = daysBefore(now, 0.5)
  const reason = 'Half the hour was lost to a fire drill'
  const found = await sql<{ bookingId: number; orderId: number; accountId: number; pence: number }>`
    select b.id as "bookingId", o.id as "orderId", o.account_id as "accountId", b.payable_pence / 2 as pence
    from bookings b join orders o on o.id = b.order_id join sessions s on s.id = b.session_id
    where s.kind = 'class' and s.start_date < ${today} and b.status = 'confirmed' and b.payable_pence > 0
      and o.status = 'paid' and o.payment_method = 'card' and o.account_id is not null and o.refunded_pence = 0 and not ${isNamed}
    order by s.start_date desc, s.id, b.id limit 1`.execute(tx)
  const [place] = found.rows
  if (!place) throw new Error('There is no place to give something back for.')
  const { bookingId, orderId, accountId, pence } = place
  const staffId = await staffOf(tx, 'manager')
  const { rows } = await sql<{ id: number }>`
    insert into refunds (payment_id, amount_pence, reason, status, requested_at, settled_at, kind, tries, staff_id,
      provider_ref, provider_status, booking_id)
    select p.id, ${pence}, ${reason}, 'succeeded', ${at}, ${at}, 'goodwill', 1, ${staffId}, 're_demo_' || p.id, 'succeeded',
      ${bookingId}
    from payments p where p.order_id = ${orderId} and p.status = 'succeeded' returning id`.execute(tx)
  await countRefunds(tx, at)
  await writeAction(
    tx,
    { dataKey },
    { staffId },
    {
      ...{ action: 'order.refund', subjectKind: 'order', subjectId: orderId, accountId, reason },
      facts: { pence, method: 'card', refund: rows[0]?.id ?? 0 },
    },
    new Date(at),
  )
}

/** Adds up what was refunded of each order, and takes back the reward points. */
async function countRefunds(tx: Tx, at: string): Promise<void> {
  await sql`with back as (
      select p.order_id, sum(r.amount_pence) as pence from refunds r join payments p on p.id = r.payment_id
      where r.status = 'succeeded' and p.status = 'succeeded' group by p.order_id)
    update orders o set refunded_pence = back.pence from back
    where back.order_id = o.id and o.refunded_pence <> back.pence`.execute(tx)
  await sql`select settle_points(id, ${at}) from orders where refunded_pence > 0`.execute(tx)
}

const secondsAfter = (moment: string, seconds: number): string =>
  new Date(Date.parse(moment) + seconds * 1000).toISOString()
