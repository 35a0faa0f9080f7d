import { queryOptions } from '@tanstack/react-query'
import type { OfficeApi } from '#contract/office/client.ts'

/** Reads Today's counts, which may be a minute old. */
export const todayQuery = (api: OfficeApi) =>
  queryOptions({ queryKey: ['today'], queryFn: () => api.health.today({}), refetchInterval: 60_000 })
