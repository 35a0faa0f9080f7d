import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api.ts'
import { useHasToken } from '#web/session.ts'

/** All that is kept of a basket: whatever changes a line changes its counts, too. */
export const everyBasket = ['basket']

/** How much is in it, which every page shows. */
export const basketCounts = [...everyBasket, 'counts']

/** How many lines the basket has, by what they are of; nothing without a token, or while it is not known. */
export function useBasketCounts() {
  const api = useApi()
  const { data } = useQuery({
    queryKey: basketCounts,
    queryFn: () => api.productBasket.count(),
    enabled: useHasToken(),
  })
  return data
}
