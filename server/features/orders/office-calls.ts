import { officeContract } from '#contract/office/contract.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { serveOffice } from '#server/http/serve-office.ts'
import { exportOrders } from './export-orders.ts'
import { listOfficeOrders, readOfficeOrder, readOrderChoices } from './office-queries.ts'

/** Orders, to be read. */
export const orderOfficeRoutes = serveOffice(officeContract.orders, {
  list: (asked, { db }) => listOfficeOrders(db, asked),
  get: async ({ number }, { db, config }) => {
    const order = await readOfficeOrder(db, config, number)
    requireThat(order, sentences.orderNotFound)
    return order
  },
  choices: (_asked, { db }) => readOrderChoices(db),
  export: (filters, request) => exportOrders(request, filters),
})
