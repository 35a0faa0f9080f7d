import { contract } from '#contract/contract.ts'
import { serve } from '#server/request/serve.ts'
import { openCardPage } from './open-card-page.ts'
import { isPaidFor, titleOfOrder } from './queries.ts'
import { requireOrderToPay } from './require-order-to-pay.ts'

/** Serves paying an order of any kind on the provider's hosted page. */
export const paymentsRoutes = serve(contract.payments, {
  openCardPage: async ({ orderNumber }, request) => ({
    url: await openCardPage(request, request.actor, orderNumber),
  }),
  hold: async ({ orderNumber }, request) => {
    const order = await requireOrderToPay(request, request.actor, orderNumber)
    return { keptUntil: order.keptUntil, isPaid: isPaidFor(order), title: titleOfOrder(order) }
  },
})
