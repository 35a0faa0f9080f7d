import { queryOptions, useMutation } from '@tanstack/react-query'
import type { OfficeApi } from '#contract/office/client.ts'
import { useOfficeApi } from '../office-api.ts'
import { useDownload } from '../ui/download-queries.ts'
import { listQuery } from '../ui/office-list.ts'

export const healthQuery = (api: OfficeApi) =>
  queryOptions({ queryKey: ['health'], queryFn: () => api.health.get({}), refetchInterval: 30_000 })

export function useRetryJob() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: (id: number) => api.health.retryJob({ id }) })
}

export function useRunAudit() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: () => api.health.runAudit({}) })
}

export const logQuery = (api: OfficeApi, { words, day }: { words: string; day: string }) =>
  listQuery(['log', words, day], after => api.health.log({ words, day: day || undefined, after }))

export const useExportLog = () => useDownload(useOfficeApi().health.export)

export const chainQuery = (api: OfficeApi) =>
  queryOptions({ queryKey: ['log-chain'], queryFn: () => api.health.chain({}) })
