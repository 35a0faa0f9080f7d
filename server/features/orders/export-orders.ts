import type { TextFile } from '#contract/office/office-call.ts'
import type { orders } from '#contract/office/orders.ts'
import type { CallInput } from '#contract/wire.ts'
import { expectedMethods } from '#domain/desk-payment.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { exportInParts, inPounds } from '#server/staff-log/export-file.ts'
import { readOrdersForFile } from './office-queries.ts'

/** Exports every order that matches the filters as a file. */
export const exportOrders = (
  request: OfficeRequest,
  filters: CallInput<typeof orders.export>,
): Promise<TextFile> =>
  exportInParts(request, 'orders', {
    columns: [
      ...['order', 'family', 'kind', 'what', 'state', 'method', 'placed'],
      ...['total', 'postage', 'back', 'expected', 'expected from'],
    ],
    parts: readParts(request, filters),
  })

async function* readParts({ db, clock }: OfficeRequest, filters: CallInput<typeof orders.export>) {
  for await (const orders of readOrdersForFile(db, filters, clock())) {
    yield orders.map(order => [
      order.number,
      order.who,
      order.kind,
      order.what,
      order.state,
      order.method,
      new Date(order.placedAt),
      inPounds(order.totalPence),
      inPounds(order.postagePence),
      inPounds(order.backPence),
      inPounds(order.expected?.openPence ?? 0),
      order.expected
        ? [expectedMethods[order.expected.method], order.expected.reference].filter(Boolean).join(' ')
        : '',
    ])
  }
}
