import type { orders as calls } from '#contract/office/orders.ts'
import type { CallInput } from '#contract/wire.ts'
import { momentInLondon } from '#domain/calendar.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { requireOrder } from './cancel-in-office.ts'
import { mailPaymentLink } from './mail-payment-link.ts'

/** Mails a family the link to pay an unpaid order, and keeps the order until the chosen time. */
export const sendPaymentLink = (
  { number, keepUntil, requestId }: CallInput<typeof calls.sendPaymentLink>,
  request: OfficeRequest,
) =>
  send(request, {
    number,
    requestId,
    isReminder: false,
    ...(keepUntil && { keepUntil: new Date(keepUntil) }),
  })

/** Mails a family a reminder of an unpaid order. It does not extend how long the order is kept. */
export const remindOfPayment = (
  { number, requestId }: CallInput<typeof calls.remind>,
  request: OfficeRequest,
) => send(request, { number, requestId, isReminder: true })

async function send(
  request: OfficeRequest,
  {
    number,
    requestId,
    ...asked
  }: { number: string; requestId: string | undefined; keepUntil?: Date; isReminder: boolean },
) {
  const { db, jobWaiting } = request
  const orderId = await requireOrder(db, number)
  const recorded = await recordAction(request, requestId ? { requestId } : {}, async tx => {
    const { keptUntil, accountId } = await mailPaymentLink(tx, request, { orderId, ...asked })
    return {
      answer: { keptUntil: keptUntil.toISOString() },
      action: {
        action: asked.isReminder ? ('order.remind' as const) : ('order.paymentLink' as const),
        ...{ subjectKind: 'order', subjectId: orderId },
        ...(accountId && { accountId }),
        facts: { keptUntil: momentInLondon(keptUntil) },
      },
    }
  })
  jobWaiting()
  return recorded
}
