import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '#contract/client.ts'
import { useApi } from '#web/api.ts'
import { useEverythingMayHaveChanged } from '#web/site/payments/queries.ts'
import type { AskedPage } from '#web/ui/forms/paged.tsx'
import { packsQuery } from './packs-query.ts'

export const creditEntriesQuery = (api: Api, asked: AskedPage) =>
  queryOptions({
    queryKey: ['credits', 'entries', asked],
    queryFn: () => api.credits.creditEntries(asked),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Queries all entries, up to the server's limit, because the documented call has no pages. */
export const pointEntriesQuery = (api: Api, asked: AskedPage) =>
  queryOptions({
    queryKey: ['credits', 'points', asked],
    queryFn: () => api.credits.pointEntries(asked),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Buys a pack. After a refusal it is fetched again, because its price may have changed or it may be gone. */
export function useBuyPack() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: api.credits.buyPack,
    onSuccess: useEverythingMayHaveChanged(),
    onError: () => queryClient.invalidateQueries({ queryKey: packsQuery(api).queryKey }),
  })
}
