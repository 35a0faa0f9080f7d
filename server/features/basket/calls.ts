import { contract } from '#contract/contract.ts'
import { askedPage } from '#server/database/paging.ts'
import { serve } from '#server/request/serve.ts'
import { addProduct } from './add-product.ts'
import { changeQuantity } from './change-quantity.ts'
import { chooseSize } from './choose-size.ts'
import { countLines, listProductLines } from './queries.ts'
import { removeLines } from './remove-lines.ts'

/** Serves the products in a basket, and the counts of all its lines. */
export const productBasketRoutes = serve(contract.productBasket, {
  add: (wanted, request) => addProduct(request, request.actor, wanted),
  increase: async ({ basketLineId }, request) => ({
    quantity: await changeQuantity(request, request.actor, basketLineId, 1),
  }),
  decrease: async ({ basketLineId }, request) => ({
    quantity: await changeQuantity(request, request.actor, basketLineId, -1),
  }),
  remove: ({ basketLineIds }, request) => removeLines(request, request.actor, 'product', basketLineIds),
  chooseSize: (wanted, request) => chooseSize(request, request.actor, wanted),
  count: (_nothing, { db, actor }) => countLines(db, actor.accountId),
  list: (wanted, { db, actor }) => listProductLines(db, actor.accountId, askedPage(wanted)),
})
