import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as addresses from '#contract/office/addresses.ts'
import type { OfficeApi } from '#contract/office/client.ts'
import { goTo } from '#web/navigation/go-to.ts'
import { forgetAllDrafts } from '#web/ui/form-draft.ts'
import { mayLeave } from '#web/ui/leave-guard.tsx'
import { useOfficeApi } from '../office-api.ts'

/** Looked at every minute, and while nobody looks at the page not at all. */
export const bellQuery = (api: OfficeApi) =>
  queryOptions({ queryKey: ['bell'], queryFn: () => api.health.bell({}), refetchInterval: 60_000 })

/**
 * The next person at this screen finds nothing of it: neither answers nor drafts. What is unsaved is asked about first,
 * and stays where the call fails.
 */
export function useSignOut(): () => Promise<void> {
  const api = useOfficeApi()
  const queryClient = useQueryClient()
  const signOut = useMutation({
    mutationFn: () => api.session.signOut({}),
    meta: { changesNothing: true },
  })
  return async () => {
    const isOut = await mayLeave(() => signOut.mutateAsync()).catch(() => false)
    if (!isOut) return
    forgetAllDrafts()
    goTo(addresses.signIn())
    queryClient.clear()
  }
}
