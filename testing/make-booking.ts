import type { Insertable } from 'kysely'
import { todayInLondon } from '#domain/calendar.ts'
import { defaultHoldMinutes } from '#domain/limits.ts'
import { type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { endOfHold } from '#domain/payment-times.ts'
import type { Schema } from '#server/database/schema.ts'
import { makeOrderNumber } from '#server/features/orders/order-number.ts'
import { makeChild } from './make-child.ts'
import { rowOf, writeRow } from './rows.ts'
import type { TestApp } from './start-test-app.ts'

export interface MadeBooking {
  bookingId: number
  orderId: number
  orderNumber: string
}

type OrderState = Pick<Insertable<Schema['orders']>, 'status'> & Partial<Insertable<Schema['orders']>>

const stateOf = {
  held: (now: Date): OrderState => ({
    status: 'pending',
    hold_expires_at: endOfHold(now, defaultHoldMinutes),
  }),
  confirmed: (now: Date, pence: number): OrderState => ({
    status: 'paid',
    paid_at: now,
    paid_pence: pence,
    payment_method: pence > 0 ? 'card' : 'free',
  }),
  cancelled: (now: Date): OrderState => ({
    status: 'cancelled',
    cancelled_at: now,
    cancel_reason: 'customer',
  }),
}

/** Inserts one place in a session, booked and paid by card, for a child or for `attendeeName`. */
export async function makeBooking(
  { db, clock }: { db: TestApp['db']; clock: Pick<TestApp['clock'], 'now'> },
  sessionId: number,
  given: {
    accountId?: number
    childId?: number
    attendeeName?: string
    attendeeEmail?: string
    isTrial?: boolean
    status?: keyof typeof stateOf
  },
): Promise<MadeBooking> {
  const now = clock.now()
  const status = given.status ?? 'confirmed'
  const isTrial = given.isTrial ?? false
  const session = await rowOf(db, 'sessions', { id: sessionId })
  const pence = isTrial ? session.trial_price_pence : session.price_pence
  const orderNumber = makeOrderNumber(todayInLondon(now))
  return db.transaction().execute(async tx => {
    const orderId = await writeRow(tx, 'orders', {
      order_number: orderNumber,
      kind: session.kind,
      account_id: given.accountId ?? null,
      guest_name: given.accountId ? '' : (given.attendeeName ?? ''),
      guest_email: given.accountId ? '' : (given.attendeeEmail ?? ''),
      list_pence: pence,
      total_pence: pence,
      is_trial: isTrial,
      placed_at: now,
      ...stateOf[status](now, pence),
    })
    const bookingId = await writeRow(tx, 'bookings', {
      order_id: orderId,
      account_id: given.accountId ?? null,
      session_id: sessionId,
      offering_type_id: session.offering_type_id,
      child_id: given.childId ?? null,
      attendee_name: given.childId ? '' : (given.attendeeName ?? 'Priya Shah'),
      attendee_email: given.attendeeEmail ?? '',
      is_trial: isTrial,
      list_pence: pence,
      payable_pence: pence,
      status,
      created_at: now,
    })
    if (status !== 'cancelled') {
      await tx
        .updateTable('sessions')
        .set(eb => ({ places_taken: eb('places_taken', '+', 1) }))
        .where('id', '=', sessionId)
        .execute()
    }
    return { bookingId, orderId, orderNumber }
  })
}

/** Returns somebody who can be booked: a child of the account, or the contact for kinds without children. */
export async function makeAttendee(
  app: Parameters<typeof makeChild>[0],
  kind: OfferingKind,
  { accountId, email }: { accountId: number; email: string },
  firstName = 'Maya',
) {
  return offeringKinds[kind].attendees === 'children'
    ? { accountId, childId: await makeChild(app, { accountId }, { firstName }) }
    : { accountId, attendeeName: `${firstName} Shah`, attendeeEmail: email }
}
