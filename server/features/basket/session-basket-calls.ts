import { contract } from '#contract/contract.ts'
import { everyOfferingKind } from '#domain/offering-kinds.ts'
import { askedPage } from '#server/database/paging.ts'
import { serve } from '#server/request/serve.ts'
import { addSessions } from './add-sessions.ts'
import { quoteBasket } from './quote-basket.ts'
import { removeLines } from './remove-lines.ts'
import { submitBasket } from './submit-basket.ts'

/** Serves the sessions in a basket, for every kind alike. */
export const sessionBasketRoutes = everyOfferingKind.flatMap(kind =>
  serve(contract.sessionBaskets[kind], {
    add: (wanted, request) => addSessions(request, request.actor, { ...wanted, kind }),
    list: ({ page, limit, ...asked }, request) =>
      quoteBasket(request, request.actor, { ...asked, kind, asked: askedPage({ page, limit }) }),
    remove: ({ lineIds }, request) => removeLines(request, request.actor, kind, lineIds),
    submit: (asked, request) => submitBasket(request, request.actor, { ...asked, kind }),
  }),
)
