import type { TextFile } from '#contract/office/office-call.ts'
import type { orders } from '#contract/office/orders.ts'
import type { CallInput } from '#contract/wire.ts'
import { exportFile, inPounds } from '#server/features/staff/export-file.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { readOrdersForFile } from './office-queries.ts'

/** Every order that fits the filters, as a file. */
export const exportOrders = (
  request: OfficeRequest,
  filters: CallInput<typeof orders.export>,
): Promise<TextFile> =>
  exportFile(request, 'orders', async tx => ({
    columns: ['order', 'family', 'kind', 'what', 'state', 'method', 'placed', 'total', 'back'],
    rows: (await readOrdersForFile(tx, filters)).map(order => [
      order.number,
      order.who,
      order.kind,
      order.what,
      order.state,
      order.method,
      new Date(order.placedAt),
      inPounds(order.totalPence),
      inPounds(order.backPence),
    ]),
  }))
