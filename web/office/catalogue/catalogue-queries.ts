import { queryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ListName, stock } from '#contract/office/catalogue.ts'
import type { OfficeApi } from '#contract/office/client.ts'
import type { CallInput } from '#contract/wire.ts'
import { useOfficeApi } from '#web/office/office-api.ts'
import { useDownload } from '#web/office/ui/download-queries.ts'
import { listQuery } from '#web/office/ui/office-list.ts'

/** An item of a list; the list's form says which fields it has. */
export type Thing = { id: number; version: number } & Record<string, unknown>

// TypeScript cannot follow a list's name into its calls.
const callsOf = (api: OfficeApi, list: ListName) =>
  api[list] as unknown as {
    list: (input: object) => Promise<Thing[]>
    save: (input: object) => Promise<{ id: number; version: number }>
  }

/** Queries a whole list, which is short enough to be sorted here. */
export const thingsQuery = (api: OfficeApi, list: ListName) =>
  queryOptions({ queryKey: ['catalogue', list], queryFn: () => callsOf(api, list).list({}) })
export const useThings = (list: ListName) => useQuery(thingsQuery(useOfficeApi(), list))

export function useSaveThing(list: ListName) {
  const api = useOfficeApi()
  return useMutation({ mutationFn: callsOf(api, list).save, meta: { isSilent: true, isWaitedFor: true } })
}
export const useExportList = () => useDownload(useOfficeApi().lists.export)
export function useSortList() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: api.lists.sort })
}
export function useRemoveThing() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: api.lists.remove })
}

export type StockChange = 'receive' | 'count' | 'writeOff'
/** Changes stock. A count is refused unless `lastEntry` is still the newest and `sold` has not changed. */
export function useChangeStock(change: StockChange) {
  const api = useOfficeApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ lastEntry, sold, ...given }: CallInput<typeof stock.count>) =>
      change === 'count' ? api.stock.count({ ...given, lastEntry, sold }) : api.stock[change](given),
    meta: { isSilent: true },
    // Shows the entries made meanwhile, on which the next try is based.
    onError: () => client.invalidateQueries({ queryKey: ['stock'] }),
  })
}
export const useStockEntries = (productId: number) => {
  const api = useOfficeApi()
  return useInfiniteQuery(listQuery(['stock', productId], after => api.stock.entries({ productId, after })))
}
