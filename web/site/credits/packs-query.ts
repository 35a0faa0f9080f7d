import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#contract/client.ts'
import type { classPack } from '#contract/credits.ts'
import type { Value } from '#contract/wire.ts'

export type ClassPack = Value<typeof classPack>

/** Queries the packs. It has its own file because every page imports it, but no other query about credits. */
export const packsQuery = (api: Api) =>
  queryOptions({ queryKey: ['credits', 'packs'], queryFn: () => api.credits.packs(), staleTime: 5 * 60_000 })
