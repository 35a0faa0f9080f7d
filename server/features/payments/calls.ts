import { contract } from '#contract/contract.ts'
import { serve } from '#server/http/serve.ts'
import { openCardPage } from './open-card-page.ts'

/** Paying an order of any kind on the provider's hosted page. */
export const paymentsRoutes = serve(contract.payments, {
  openCardPage: async ({ orderNumber }, request) => ({
    url: await openCardPage(request, request.actor, orderNumber),
  }),
})
