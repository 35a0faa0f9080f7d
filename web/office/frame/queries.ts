import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as addresses from '#contract/office/addresses.ts'
import { goTo } from '#web/navigation/go-to.ts'
import { forgetAllDrafts } from '#web/ui/form-draft.ts'
import { useOfficeApi } from '../office-api.ts'

/** The next person at this screen finds nothing of it: neither answers nor drafts. */
export function useSignOut() {
  const api = useOfficeApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.session.signOut({}),
    onSuccess: () => {
      forgetAllDrafts()
      goTo(addresses.signIn())
      queryClient.clear()
    },
  })
}
