import { contract } from '#contract/contract.ts'
import { everyOfferingKind } from '#domain/offering-kinds.ts'
import { askedPage } from '#server/database/paging.ts'
import { serve } from '#server/http/serve.ts'
import { addSessions } from './add-sessions.ts'
import { quoteBasket } from './quote-basket.ts'
import { removeSessions } from './remove-sessions.ts'
import { submitBasket } from './submit-basket.ts'

/** The sessions in a basket, for every kind alike. */
export const sessionBasketRoutes = everyOfferingKind.flatMap(kind =>
  serve(contract.sessionBaskets[kind], {
    add: async (wanted, request) => {
      await addSessions(request, request.actor, { ...wanted, kind })
      return undefined
    },
    list: ({ page, limit, ...asked }, request) =>
      quoteBasket(request, request.actor, { ...asked, kind, asked: askedPage({ page, limit }) }),
    remove: async ({ lineIds }, request) => {
      await removeSessions(request, request.actor, kind, lineIds)
      return undefined
    },
    submit: (asked, request) => submitBasket(request, request.actor, { ...asked, kind }),
  }),
)
