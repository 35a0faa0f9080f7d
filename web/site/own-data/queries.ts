import { useMutation } from '@tanstack/react-query'
import { sentences } from '#domain/sentences.ts'
import { useApi } from '#web/api.ts'
import { forgetPendingAction } from '#web/navigation/pending-action.ts'
import { useNavigate } from '#web/navigation/router.tsx'
import { removeToken, takeRememberedPlace } from '#web/session.ts'
import { forgetAllDrafts } from '#web/ui/forms/form-draft.ts'
import { showSuccess } from '#web/ui/messages.tsx'
import { saveFile } from '#web/ui/save-file.ts'

/** Downloads everything stored about the account, as a file. */
export function useDownloadData() {
  const api = useApi()
  return useMutation({
    gcTime: 0,
    mutationFn: () => api.ownData.download(),
    onSuccess: ({ json }) => saveFile({ name: 'my-data.json', type: 'application/json', content: json }),
  })
}

/** Closes the account, and removes everything of the person from this browser. */
export function useCloseAccount() {
  const api = useApi()
  const navigate = useNavigate()
  return useMutation({
    gcTime: 0,
    mutationFn: api.ownData.closeAccount,
    onSuccess: () => {
      showSuccess(sentences.accountClosed)
      // Before the token goes: without one, the guard of this page would lead to log-in.
      navigate('/')
      removeToken()
      forgetAllDrafts()
      takeRememberedPlace()
      forgetPendingAction()
    },
  })
}
