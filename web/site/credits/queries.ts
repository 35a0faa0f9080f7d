import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import type { Api } from '#contract/client.ts'
import type { classPack } from '#contract/credits.ts'
import type { Value } from '#contract/wire.ts'
import { useApi } from '#web/api.ts'

export type ClassPack = Value<typeof classPack>

export const packsQuery = (api: Api) =>
  queryOptions({ queryKey: ['credits', 'packs'], queryFn: () => api.credits.packs(), staleTime: 5 * 60_000 })

export const creditEntriesQuery = (api: Api, page: number, limit: number | undefined) =>
  queryOptions({
    queryKey: ['credits', 'entries', page, limit ?? 0],
    queryFn: () => api.credits.creditEntries({ page, limit }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Without a page and a size, as documented, all entries come at once as far as the server gives them. */
export const pointEntriesQuery = (api: Api, page: number | undefined, limit: number | undefined) =>
  queryOptions({
    queryKey: ['credits', 'points', page ?? 0, limit ?? 0],
    queryFn: () => api.credits.pointEntries({ page, limit }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export function useBuyPack() {
  const api = useApi()
  return useMutation({ mutationFn: (packId: number) => api.credits.buyPack({ packId }) })
}
