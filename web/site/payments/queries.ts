import {
  type QueryKey,
  type UseQueryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { isRefused } from '#domain/refusal.ts'
import { useApi } from '#web/api.ts'

/** Refetches everything that an order changes: places, credits, orders and messages. */
export function useEverythingMayHaveChanged() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ refetchType: 'none' })
}

export function useOpenCardPage() {
  const api = useApi()
  return useMutation({
    mutationFn: (orderNumber: string) => api.payments.openCardPage({ orderNumber, device: 'web' }),
  })
}

/**
 * Queries the price with a discount code, and what is wrong with the code; a refused code gives the price
 * without it. With an `error` the quote's subject is valid, but not its price.
 */
export function useCodedQuote<Quote, Key extends QueryKey>(
  queryWith: (discountCode: string) => UseQueryOptions<Quote, Error, Quote, Key>,
  discountCode: string,
) {
  const isCoded = discountCode !== ''
  const plain = useQuery(queryWith(''))
  const coded = useQuery({ ...queryWith(discountCode), enabled: isCoded })
  const refusal = isRefused(coded.error) ? coded.error : undefined
  return {
    quote: (isCoded && !coded.isError && coded.data) || plain.data,
    error: plain.error ?? (isCoded && !refusal ? coded.error : null),
    codeProblem: isCoded ? refusal?.message : undefined,
    // Offline the query waits, and the last price is not that of the choice.
    isFetching: [plain, coded].some(({ fetchStatus }) => fetchStatus !== 'idle'),
    retry: () => {
      void plain.refetch()
      if (isCoded) void coded.refetch()
    },
  }
}
