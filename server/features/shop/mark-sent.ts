import { sentBefore } from '#domain/office/order-sentences.ts'
import { sentences } from '#domain/sentences.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { type Dispatch, dispatchOrders } from './dispatch-order.ts'

interface Marked {
  sent: number
  /** Orders that were not marked, each with the reason. */
  left: { number: string; sentence: string }[]
}

/** Marks the orders with these numbers as sent, with a log row for each. */
export async function markSent(
  request: OfficeRequest,
  input: { numbers: string[]; requestId?: string },
): Promise<Recorded<Marked>> {
  const recorded = await recordAction(request, input, async tx => {
    const found = await dispatchOrders(tx, request, input.numbers, request.staff.staffId)
    const sent = found.filter(({ outcome }) => outcome === 'sent')
    const unknown = input.numbers.filter(number => !found.some(order => order.number === number))
    const left = [
      ...found.filter(({ outcome }) => outcome !== 'sent').map(order => ({ ...order, sentence: why(order) })),
      ...unknown.map(number => ({ number, sentence: sentences.orderNotFound })),
    ]
    return {
      answer: { sent: sent.length, left: left.map(({ number, sentence }) => ({ number, sentence })) },
      action: sent.map(({ orderId, accountId }) => ({
        action: 'order.sent' as const,
        subjectKind: 'order',
        subjectId: orderId,
        ...(accountId && { accountId }),
      })),
    }
  })
  request.jobWaiting()
  return recorded
}

const why = ({ outcome, sentAt, sentBy }: Dispatch) =>
  outcome === 'sentBefore' && sentAt ? sentBefore(sentBy, sentAt) : sentences.notDispatchable
