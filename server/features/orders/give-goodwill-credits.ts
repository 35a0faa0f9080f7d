import type { orders as calls } from '#contract/office/orders.ts'
import type { CallInput } from '#contract/wire.ts'
import { cancelSentences } from '#domain/office/refund-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import type { Action } from '#server/staff-log/record-action.ts'
import { announceRefund } from './announce-refund.ts'
import type { LockedOrder } from './lock-order.ts'
import { moveCredits } from './write-ledger.ts'

/** Returns why no credits can be given as goodwill for an order; undefined if they can. */
export async function whyNoGoodwillCredits(
  db: Db,
  { accountId, status }: { accountId: number | null; status: LockedOrder['status'] },
): Promise<string | undefined> {
  if (accountId === null) return cancelSentences.guestHasNoCredits
  if (status !== 'paid' && status !== 'completed') return cancelSentences.creditsOfPaid
  const account = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return account ? undefined : cancelSentences.accountIsClosed
}

/**
 * Gives a family credits as goodwill for an order, in the caller's transaction. The order itself does not
 * change. The caller has locked the account and the order.
 */
export async function giveGoodwillCredits(
  tx: Tx,
  { id: orderId, account_id: accountId, order_number: number, status }: LockedOrder,
  { credits = 0, pence, askedId, packCredits, items = [] }: CallInput<typeof calls.refund>,
  request: OfficeRequest,
): Promise<NonNullable<Action['facts']>> {
  requireThat(pence === 0 && !packCredits && items.length === 0, cancelSentences.creditsOrMoney)
  requireThat(askedId === undefined, cancelSentences.askedForMoney)
  const why = await whyNoGoodwillCredits(tx, { accountId, status })
  requireThat(!why && accountId, why ?? cancelSentences.guestHasNoCredits)
  const entry = await moveCredits(tx, {
    ...{ accountId, delta: credits, reason: 'orderGoodwill', orderId, staffId: request.staff.staffId },
    ...{ memo: `Goodwill for order ${number}`, now: request.clock() },
  })
  await announceRefund(tx, request, { orderId, onceKey: `goodwill-credits-${entry}`, pence: 0, credits })
  return { pence: 0, credits, entry: entry ?? null }
}
