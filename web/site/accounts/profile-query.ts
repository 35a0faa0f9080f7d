import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Api } from '#contract/client.ts'
import type { contract } from '#contract/contract.ts'
import type { CallOutput } from '#contract/wire.ts'
import { useApi } from '#web/api.ts'
import { useHasToken } from '#web/session.ts'

export const profileQuery = (api: Api) =>
  queryOptions({ queryKey: ['accounts', 'profile'], queryFn: () => api.accounts.profile() })

/** Queries the signed-in parent: name, address, points, credits. Not fetched without a token. */
export function useProfile() {
  return useQuery({ ...profileQuery(useApi()), enabled: useHasToken() })
}

/** Returns a function that fetches the account again. */
export function useRereadProfile(): () => Promise<CallOutput<typeof contract.accounts.profile>> {
  const api = useApi()
  const queryClient = useQueryClient()
  return () => queryClient.fetchQuery({ ...profileQuery(api), staleTime: 0 })
}
