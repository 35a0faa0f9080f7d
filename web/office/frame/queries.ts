import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as addresses from '#contract/office/addresses.ts'
import type { OfficeApi } from '#contract/office/client.ts'
import { isSignedOut } from '#domain/office/office-refusal.ts'
import { goTo } from '#web/navigation/go-to.ts'
import { mayLeave } from '#web/ui/leave-guard.tsx'
import { useOfficeApi } from '../office-api.ts'
import { forgetPerson } from '../office-session.ts'

/** Looked at every minute, and while nobody looks at the page not at all. */
export const bellQuery = (api: OfficeApi) =>
  queryOptions({ queryKey: ['bell'], queryFn: () => api.health.bell({}), refetchInterval: 60_000 })

/**
 * The next person at this screen finds nothing of it: neither answers nor drafts. What is unsaved is asked about first,
 * and stays where the call fails; who was signed out elsewhere is out as well.
 */
export function useSignOut(): () => Promise<void> {
  const api = useOfficeApi()
  const queryClient = useQueryClient()
  const signOut = useMutation({
    mutationFn: async () => {
      await api.session.signOut({}).catch(error => {
        if (!isSignedOut(error)) throw error
      })
    },
    meta: { changesNothing: true },
  })
  return async () => {
    const isOut = await mayLeave(() => signOut.mutateAsync()).catch(() => false)
    if (!isOut) return
    forgetPerson()
    goTo(addresses.signIn())
    queryClient.clear()
  }
}
