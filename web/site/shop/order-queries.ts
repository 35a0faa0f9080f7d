import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as addresses from '#contract/addresses.ts'
import type { Api } from '#contract/client.ts'
import type { delivery, productOrder } from '#contract/shop.ts'
import type { Value } from '#contract/wire.ts'
import type { Payable } from '#domain/shown-price.ts'
import { useApi } from '#web/api.ts'
import { basketCounts } from '#web/site/basket/count-query.ts'
import { useEverythingMayHaveChanged } from '#web/site/payments/queries.ts'
import type { AskedPage } from '#web/ui/forms/paged.tsx'
import { wholeNumber } from './queries.ts'

export type ProductOrder = Value<typeof productOrder>

/** The goods of a checkout: a quantity of one product, or lines of the basket (spec 1 §2). */
export type Purchase =
  | { productId: number; variantId?: number; quantity: number }
  | { basketLineIds: number[] }

/** Reads the checkout's address. */
export function readPurchase(search: URLSearchParams): Purchase {
  const { source, basketLineIds, productId, variantId, quantity } = addresses.checkout.read(search)
  if (source === '1') {
    const ids = basketLineIds.split(',').map(wholeNumber)
    return { basketLineIds: ids.filter(id => id > 0) }
  }
  const size = wholeNumber(variantId)
  return {
    productId: wholeNumber(productId),
    ...(size > 0 && { variantId: size }),
    quantity: wholeNumber(quantity),
  }
}

/** Whether the address names something to buy; otherwise nothing is fetched. */
export const isComplete = (purchase: Purchase): boolean =>
  'productId' in purchase ? purchase.productId > 0 : purchase.basketLineIds.length > 0

export const purchaseQuery = (api: Api, purchase: Purchase, collects = false) =>
  queryOptions({
    queryKey: ['shop', 'purchase', purchase, collects],
    queryFn: () =>
      'productId' in purchase
        ? api.shop.previewProduct({ ...purchase, ...(collects && { collects }) })
        : api.shop.previewBasket({ ...purchase, ...(collects && { collects }) }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    // Placing the order uses up its basket lines, so the shown ones stay until the browser has
    // left.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    enabled: isComplete(purchase),
  })

interface PurchaseOrder {
  purchase: Purchase
  details: Value<typeof delivery> & { collects?: boolean }
  shown: Payable
}

/** Places the order. Stock, basket and orders are fetched again when they are next shown, even after a refusal. */
export function usePlacePurchase() {
  const api = useApi()
  const everythingMayHaveChanged = useEverythingMayHaveChanged()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ purchase, details, shown }: PurchaseOrder) =>
      'productId' in purchase
        ? api.shop.placeProduct({ ...purchase, ...details, shown })
        : api.shop.placeBasket({ ...purchase, ...details, shown }),
    onSuccess: () => {
      void everythingMayHaveChanged()
      void queryClient.invalidateQueries({ queryKey: basketCounts })
    },
    onError: (_error, { purchase }) =>
      queryClient.invalidateQueries({ queryKey: purchaseQuery(api, purchase).queryKey.slice(0, 3) }),
  })
}

export const productOrdersQuery = (api: Api, asked: AskedPage) =>
  queryOptions({
    queryKey: ['orders', 'product', asked],
    queryFn: () => api.shop.orders(asked),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const productOrderQuery = (api: Api, orderNumber: string) =>
  queryOptions({
    queryKey: ['order', 'product', orderNumber],
    queryFn: () => api.shop.orderDetails({ orderNumber }),
    staleTime: 0,
    meta: { showsProblem: true },
    enabled: orderNumber !== '',
  })
