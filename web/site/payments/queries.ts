import {
  type QueryKey,
  type UseQueryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { isRefused } from '#domain/refusal.ts'
import { useApi } from '#web/api.ts'

/** An order changes places, credits, orders and messages; what is shown next is asked for anew. */
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
 * What something costs with a discount code, and what is wrong with the code: one that is refused leaves the price
 * without it. With an `error` the quote says what it is of, and not what it costs.
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
    // Without a connection it waits, and the price of before is not that of the choice.
    isFetching: [plain, coded].some(({ fetchStatus }) => fetchStatus !== 'idle'),
    retry: () => {
      void plain.refetch()
      if (isCoded) void coded.refetch()
    },
  }
}
