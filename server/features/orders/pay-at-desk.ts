import type { orders as calls } from '#contract/office/orders.ts'
import type { CallInput } from '#contract/wire.ts'
import { deskSentences } from '#domain/office/desk-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { requireOrder } from './cancel-in-office.ts'
import { requireClosedPage } from './end-order.ts'
import { lockOrder } from './lock-order.ts'
import { noteToRing } from './note-to-ring.ts'
import { receiveAtDesk } from './receive-at-desk.ts'
import { findUnsettledPage, giveUpClaim } from './unsettled-card-page.ts'

/**
 * Records that an unpaid order was paid to the business, and confirms it. Its card page is closed at the provider first,
 * so that nobody pays twice. Refused if the order was paid or ended meanwhile, or if its page cannot be closed.
 */
export async function payAtDesk(
  { number, method, reference, requestId }: CallInput<typeof calls.payAtDesk>,
  request: OfficeRequest,
) {
  const { db, clock, jobWaiting } = request
  const orderId = await requireOrder(db, number)
  await requireClosedPage(request, orderId, {
    paid: deskSentences.noLongerUnpaid,
    notClosed: deskSentences.pageStaysOpen,
  })
  const recorded = await recordAction(request, { requestId }, async tx => {
    const now = clock()
    const order = await lockOrder(tx, orderId)
    requireThat(order.status === 'pending', deskSentences.noLongerUnpaid)
    // A page that was opened since then.
    const open = await findUnsettledPage(tx, orderId)
    requireThat(!open || (await giveUpClaim(tx, open.id, now)), deskSentences.pageStaysOpen)
    const money = { method, reference: reference.trim(), isExpected: false }
    await receiveAtDesk(tx, orderId, order.total_pence, money, now)
    await noteToRing(tx, request, [orderId], 'paid')
    return {
      answer: {},
      action: {
        ...{ action: 'order.desk' as const, subjectKind: 'order', subjectId: orderId },
        ...(order.account_id && { accountId: order.account_id }),
        facts: { order: order.order_number, pence: order.total_pence, paid: method },
      },
    }
  })
  jobWaiting()
  return recorded
}
