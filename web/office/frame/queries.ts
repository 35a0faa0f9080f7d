import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as addresses from '#contract/office/addresses.ts'
import type { OfficeApi } from '#contract/office/client.ts'
import { isSignedOut } from '#domain/office/office-refusal.ts'
import { goTo } from '#web/navigation/go-to.ts'
import { mayLeave } from '#web/ui/forms/leave-guard.tsx'
import { useOfficeApi } from '../office-api.ts'
import { forgetPerson } from '../office-session.ts'

/** Polls every minute, but not while the page is hidden. */
export const bellQuery = (api: OfficeApi) =>
  queryOptions({ queryKey: ['bell'], queryFn: () => api.health.bell({}), refetchInterval: 60_000 })

/**
 * Signs out, and clears answers and drafts for the next person. Asks about unsaved changes first, which stay
 * when the call fails. A member signed out elsewhere counts as signed out.
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
