import type { TextFile } from '#contract/office/office-call.ts'
import type { orders } from '#contract/office/orders.ts'
import type { CallInput } from '#contract/wire.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { exportFile, inPounds } from '#server/staff-log/export-file.ts'
import { readOrdersForFile } from './office-queries.ts'

/** Exports every order that matches the filters as a file. */
export const exportOrders = (
  request: OfficeRequest,
  filters: CallInput<typeof orders.export>,
): Promise<TextFile> =>
  exportFile(request, 'orders', async tx => ({
    columns: ['order', 'family', 'kind', 'what', 'state', 'method', 'placed', 'total', 'postage', 'back'],
    rows: (await readOrdersForFile(tx, filters, request.clock())).map(order => [
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
    ]),
  }))
