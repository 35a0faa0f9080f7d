import { sql } from 'kysely'
import type { CancelTotals } from '#domain/office/refund-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import type { AccountId, SignedIn } from '#server/request/actor.ts'
import type { Services } from '#server/services.ts'
import { cancelPlaces, previewCancelling } from './cancel-places.ts'
import { lockOrder } from './lock-order.ts'
import { mayCancelPlace } from './place-state.ts'

/** Previews what the account would get back for its own places, by their order's policy. */
export async function previewOwnCancelling(
  { db, clock }: Services,
  { accountId }: SignedIn,
  bookingIds: number[],
): Promise<CancelTotals> {
  const orderId = await findOwnOrder(db, accountId, bookingIds)
  await requireCancellable(db, bookingIds, clock())
  const { totals } = await previewCancelling(db, { orderId, places: asPlaces(bookingIds) }, clock())
  return totals
}

/**
 * Cancels the account's own paid places where the business allows it, with the office's command and its locks
 * (spec 4 §3).
 */
export async function cancelOwnPlaces(
  services: Services,
  { accountId }: SignedIn,
  { bookingIds, expected }: { bookingIds: number[]; expected: CancelTotals },
): Promise<CancelTotals> {
  const { db, clock, jobWaiting } = services
  const orderId = await findOwnOrder(db, accountId, bookingIds)
  const totals = await transaction(db, async tx => {
    await lockOrder(tx, orderId)
    if (await isDone(tx, bookingIds)) return expected
    await requireCancellable(tx, bookingIds, clock())
    const done = await cancelPlaces(tx, services, {
      ...{
        orderId,
        places: asPlaces(bookingIds),
        by: { who: 'customer' },
        reason: '',
        expected,
        isTold: true,
      },
    })
    await requireDateStands(tx, bookingIds)
    return done.totals
  })
  jobWaiting()
  return totals
}

/** Whether the places are cancelled already, because the submission repeats one whose answer was lost. */
async function isDone(tx: Tx, bookingIds: number[]): Promise<boolean> {
  const done = await tx
    .selectFrom('booking_cancellations')
    .select('booking_id')
    .where('booking_id', 'in', bookingIds)
    .where('cancelled_by', '=', 'customer')
    .execute()
  return done.length === bookingIds.length
}

const asPlaces = (bookingIds: number[]) => bookingIds.map(bookingId => ({ bookingId }))

/** Finds the account's order that contains all of these places. */
async function findOwnOrder(db: Db, accountId: AccountId, bookingIds: number[]): Promise<number> {
  requireThat(bookingIds.length > 0, sentences.sessionNotFound)
  const found = await db
    .selectFrom('bookings')
    .select(['id', 'order_id'])
    .where('id', 'in', bookingIds)
    .where('account_id', '=', accountId)
    .execute()
  const [first] = found
  const isOne =
    found.length === bookingIds.length && found.every(({ order_id }) => order_id === first?.order_id)
  requireThat(first && isOne, sentences.sessionNotFound)
  return first.order_id
}

async function requireCancellable(db: Db, bookingIds: number[], now: Date): Promise<void> {
  const { rows } = await sql<{ isCancellable: boolean }>`
    select ${mayCancelPlace} and s.starts_at > ${now} as "isCancellable"
    from bookings b join orders on orders.id = b.order_id join sessions s on s.id = b.session_id
    where b.id = any(${bookingIds}::bigint[])`.execute(db)
  requireThat(
    rows.every(({ isCancellable }) => isCancellable),
    sentences.placeNotCancellable,
  )
}

/**
 * Refuses places of a cancelled date, because the job that settles the date settles them too. Called once the
 * date is locked.
 */
export async function requireDateStands(tx: Tx, bookingIds: number[]): Promise<void> {
  const gone = await tx
    .selectFrom('bookings')
    .innerJoin('sessions', 'sessions.id', 'bookings.session_id')
    .select('sessions.id')
    .where('bookings.id', 'in', bookingIds)
    .where('sessions.status', '=', 'cancelled')
    .executeTakeFirst()
  requireThat(!gone, sentences.placeNotCancellable)
}
