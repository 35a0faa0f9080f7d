import type { orders } from '#contract/office/orders.ts'
import type { CallInput } from '#contract/wire.ts'
import { todayInLondon } from '#domain/calendar.ts'
import { asFile, exportFile, type TextFile } from '#server/features/staff/export-file.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { readOrdersForFile } from './office-queries.ts'

const pounds = (pence: number) => (pence / 100).toFixed(2)

/** Every order that fits the filters, as a file. */
export const exportOrders = (
  request: OfficeRequest,
  filters: CallInput<typeof orders.export>,
): Promise<TextFile> =>
  exportFile(request, 'orders', async tx => {
    const found = await readOrdersForFile(tx, filters)
    const rows = found.map(order => [
      order.number,
      order.who,
      order.kind,
      order.what,
      order.state,
      order.method,
      order.placedAt,
      pounds(order.totalPence),
      pounds(order.backPence),
    ])
    const columns = ['order', 'family', 'kind', 'what', 'state', 'method', 'placed', 'total', 'back']
    return { rows: rows.length, file: asFile(`orders-${todayInLondon(request.clock())}.csv`, rows, columns) }
  })
