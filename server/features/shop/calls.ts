import { contract } from '#contract/contract.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { askedPage } from '#server/database/paging.ts'
import { readCurrent } from '#server/features/orders/expire-orders.ts'
import { serve } from '#server/request/serve.ts'
import { placeProductOrder } from './place-product-order.ts'
import { previewPurchase } from './preview-purchase.ts'
import { findProductOrder, listCategories, listProductOrders, listProducts, readProduct } from './queries.ts'

/** Two rows of four. */
const productsPerPage = 8

/** Serves the shop's products and orders. */
export const shopRoutes = serve(contract.shop, {
  categories: (_, { db }) => listCategories(db),
  products: (wanted, { db }) => listProducts(db, wanted, askedPage(wanted, productsPerPage)),
  productDetails: ({ productId }, { db }) => readProduct(db, productId),
  previewProduct: ({ collects, ...choice }, request) =>
    previewPurchase(request, request.actor, { choice, collects }),
  previewBasket: ({ collects, ...choice }, request) =>
    previewPurchase(request, request.actor, { choice, collects }),
  placeProduct: ({ productId, variantId, quantity, shown, ...delivery }, request) =>
    placeProductOrder(request, request.actor, {
      ...{ choice: { productId, variantId, quantity }, delivery, shown },
    }),
  placeBasket: ({ basketLineIds, shown, ...delivery }, request) =>
    placeProductOrder(request, request.actor, { choice: { basketLineIds }, delivery, shown }),
  orders: (wanted, request) => listProductOrders(request, request.actor.accountId, askedPage(wanted)),
  orderDetails: async ({ orderNumber }, request) => {
    const { actor } = request
    const order = await readCurrent(request, orderNumber, () =>
      findProductOrder(request, actor.accountId, orderNumber),
    )
    requireThat(order, sentences.orderNotFound)
    return order
  },
})
