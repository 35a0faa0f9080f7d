import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#contract/client.ts'
import type { classPack } from '#contract/credits.ts'
import type { Value } from '#contract/wire.ts'

export type ClassPack = Value<typeof classPack>

/** In a file of its own: every page knows of it, and of what else is asked for of credits none. */
export const packsQuery = (api: Api) =>
  queryOptions({ queryKey: ['credits', 'packs'], queryFn: () => api.credits.packs(), staleTime: 5 * 60_000 })
