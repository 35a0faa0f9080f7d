import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api.ts'
import { useHasToken } from '#web/session.ts'

/** The query key of the whole basket, because changing a line changes the counts too. */
export const everyBasket = ['basket']

/** The key of the basket's counts, which every page shows. */
export const basketCounts = [...everyBasket, 'counts']

/** Queries the number of lines in the basket by kind; undefined without a token or while it loads. */
export function useBasketCounts() {
  const api = useApi()
  const { data } = useQuery({
    queryKey: basketCounts,
    queryFn: () => api.productBasket.count(),
    enabled: useHasToken(),
  })
  return data
}
