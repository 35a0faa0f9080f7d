import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '#contract/client.ts'
import { useApi } from '#web/api.ts'
import { useEverythingMayHaveChanged } from '#web/site/payments/queries.ts'
import type { AskedPage } from '#web/ui/paged.tsx'
import { packsQuery } from './packs-query.ts'

export const creditEntriesQuery = (api: Api, asked: AskedPage) =>
  queryOptions({
    queryKey: ['credits', 'entries', asked],
    queryFn: () => api.credits.creditEntries(asked),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Without a page and a size, as documented, all entries come at once as far as the server gives them. */
export const pointEntriesQuery = (api: Api, asked: AskedPage) =>
  queryOptions({
    queryKey: ['credits', 'points', asked],
    queryFn: () => api.credits.pointEntries(asked),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** A pack that was refused is looked at again: its price may have changed, or it is gone. */
export function useBuyPack() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: api.credits.buyPack,
    onSuccess: useEverythingMayHaveChanged(),
    onError: () => queryClient.invalidateQueries({ queryKey: packsQuery(api).queryKey }),
  })
}
