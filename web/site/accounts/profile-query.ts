import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Api } from '#contract/client.ts'
import { useApi } from '#web/api.ts'
import { useHasToken } from '#web/session.ts'

export const profileQuery = (api: Api) =>
  queryOptions({ queryKey: ['accounts', 'profile'], queryFn: () => api.accounts.profile() })

/** The signed-in parent: name, address, points, credits. Not asked for without a token. */
export function useProfile() {
  return useQuery({ ...profileQuery(useApi()), enabled: useHasToken() })
}
