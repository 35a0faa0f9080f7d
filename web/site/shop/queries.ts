import { queryOptions } from '@tanstack/react-query'
import * as addresses from '#contract/addresses.ts'
import type { Api } from '#contract/client.ts'
import type { product } from '#contract/shop.ts'
import type { Value } from '#contract/wire.ts'

export type Product = Value<typeof product>

const maxPagesShown = 20

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

/** Returns the shown pages. "More products" adds one, and the address keeps how many there are. */
export function shownPages(search: URLSearchParams): number[] {
  const last = Math.min(Math.max(1, wholeNumber(addresses.shop.read(search).page)), maxPagesShown)
  return Array.from({ length: last }, (_, index) => index + 1)
}

/**
 * Queries a category by its position, or the first one if that is out of range (decision C-07), with a page of its
 * products.
 */
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

/** Reads a whole number; 0 if it is not one. */
export function wholeNumber(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : 0
}
