import { Refusal, requireThat } from '#domain/refusal.ts'
import { endCardSession, isCardTrouble } from '#server/cards/card-provider.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Services } from '#server/services.ts'
import { lockOrder } from './lock-order.ts'
import { releaseOrder } from './release-order.ts'
import { isPaid, settlePayment } from './settle-payment.ts'
import { findUnsettledPage, giveUpClaim } from './unsettled-card-page.ts'

/**
 * The result of ending an order. `paid`: the provider says that it was paid after all, and it is confirmed. `notEnded`:
 * the provider does not confirm that the card page is closed, or the amount differs, so the places stay held. `notDue`:
 * there is nothing to end.
 */
export type Ending = 'cancelled' | 'paid' | 'notEnded' | 'notDue'

const rounds = 3

/**
 * Ends an unpaid order. A place is never freed while its card page may still be paid (decision E-04): the page is
 * closed at the provider first, without a lock, and the order is released under locks only when none is open.
 * Throws what `isCardTrouble` recognises when the provider cannot be asked.
 */
export async function endOrder(
  services: Services,
  orderId: number,
  reason: 'customer' | 'expired',
): Promise<Ending> {
  const { db, clock, jobWaiting } = services
  for (let round = 0; round < rounds; round++) {
    if (!(await isDue(db, orderId, reason, clock()))) return 'notDue'
    const page = await closeCardPage(services, orderId)
    if (page === 'paid') return 'paid'
    if (page === 'notEnded') return 'notEnded'
    const ending = await transaction(db, tx => releaseUnpaid(tx, orderId, reason, clock()))
    if (ending === 'cancelled') jobWaiting()
    // A page opened between the provider's answer and our lock must be closed too.
    if (ending !== 'pageOpen') return ending
  }
  return 'notEnded'
}

async function isDue(db: Db, orderId: number, reason: 'customer' | 'expired', now: Date): Promise<boolean> {
  const order = await db
    .selectFrom('orders')
    .select(['status', 'hold_expires_at'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return order.status === 'pending' && (reason === 'customer' || isOver(order.hold_expires_at, now))
}

const isOver = (end: Date | null, now: Date) => end !== null && end <= now

/** Closes the open page of an order at the provider, so that it can no longer be paid. */
export async function closeCardPage(
  services: Services,
  orderId: number,
): Promise<'paid' | 'closed' | 'notEnded'> {
  const open = await findUnsettledPage(services.db, orderId)
  if (open?.status === 'mismatched') return 'notEnded'
  // A claimed page without a reference was never shown to anybody, so it is given up under the lock.
  if (!open?.provider_ref) return 'closed'
  const settlement = await settlePayment(services, await endCardSession(services, open.provider_ref))
  if (isPaid(settlement)) return 'paid'
  return settlement === 'ended' ? 'closed' : 'notEnded'
}

/**
 * Closes the open page of an order, or refuses: with `paid` if it was paid meanwhile, with `notClosed` if it may still be
 * paid, also because the provider does not answer.
 */
export async function requireClosedPage(
  services: Services,
  orderId: number,
  { paid, notClosed }: { paid: string; notClosed: string },
): Promise<void> {
  const page = await closeCardPage(services, orderId).catch(error => {
    if (isCardTrouble(error)) throw new Refusal(notClosed)
    throw error
  })
  requireThat(page !== 'paid', paid)
  requireThat(page === 'closed', notClosed)
}

/** Releases an order that is still unpaid and has no open page; the caller has closed the page. */
export async function releaseUnpaid(
  tx: Tx,
  orderId: number,
  reason: 'customer' | 'expired' | 'staff',
  now: Date,
) {
  const order = await lockOrder(tx, orderId)
  if (order.status !== 'pending') return 'notDue'
  if (reason === 'expired' && !isOver(order.hold_expires_at, now)) return 'notDue'
  const open = await findUnsettledPage(tx, orderId)
  if (open && !(await giveUpClaim(tx, open.id, now))) return 'pageOpen'
  await releaseOrder(tx, order, reason, now)
  return 'cancelled'
}
