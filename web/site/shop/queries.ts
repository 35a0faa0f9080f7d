import { queryOptions } from '@tanstack/react-query'
import * as addresses from '#contract/addresses.ts'
import type { Api } from '#contract/client.ts'
import type { product } from '#contract/shop.ts'
import type { Value } from '#contract/wire.ts'

export type Product = Value<typeof product>

const mostPagesShown = 20

export const categoriesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['shop', 'categories'],
    queryFn: () => api.shop.categories(),
    staleTime: 5 * 60_000,
  })

export const popularProductsQuery = (api: Api, page: number) =>
  queryOptions({
    queryKey: ['shop', 'popular', page],
    queryFn: () => api.shop.products({ isPopular: true, page, limit: undefined }),
  })

/** "More products" adds a page to those that are shown; the address keeps how many there are. */
export function shownPages(search: URLSearchParams): number[] {
  const last = Math.min(Math.max(1, wholeNumber(addresses.shop.read(search).page)), mostPagesShown)
  return Array.from({ length: last }, (_, index) => index + 1)
}

/** A category by its position among them, out of range the first one (decision C-07), with a page of its products. */
export function categoryQuery(api: Api, search: URLSearchParams) {
  const asked = addresses.category.read(search)
  const index = wholeNumber(asked.index)
  const page = Math.max(1, wholeNumber(asked.page))
  return queryOptions({
    queryKey: ['shop', 'category', index, page],
    queryFn: async () => {
      const categories = await api.shop.categories()
      const current = categories[index] ? index : 0
      const category = categories[current]
      const products =
        category && (await api.shop.products({ categoryId: category.id, page, limit: undefined }))
      return { categories, current, category, products }
    },
  })
}

export const productQuery = (api: Api, productId: number) =>
  queryOptions({
    queryKey: ['shop', 'product', productId],
    queryFn: () => api.shop.productDetails({ productId }),
    staleTime: 10_000,
  })

/** The number that stands there; 0 when it is none. */
export function wholeNumber(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : 0
}
