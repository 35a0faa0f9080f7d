import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as addresses from '#contract/addresses.ts'
import { useApi } from '#web/api.ts'
import { useNavigate } from '#web/navigation/router.tsx'
import { pause } from '#web/pause.ts'
import { removeToken, storeToken, takeRememberedPlace } from '#web/session.ts'
import { forgetAllDrafts } from '#web/ui/form-draft.ts'
import { mayLeave } from '#web/ui/leave-guard.tsx'
import { profileQuery } from './profile-query.ts'

/** What is sent with a password is not kept in memory once it is answered. */
const withPassword = { gcTime: 0 }

export function useSignIn() {
  const api = useApi()
  return useMutation({
    ...withPassword,
    mutationFn: api.accounts.signIn,
    onSuccess: ({ token }) => storeToken(token),
  })
}

export function useRegister() {
  const api = useApi()
  return useMutation({
    ...withPassword,
    mutationFn: api.accounts.register,
    onSuccess: ({ token }) => storeToken(token),
  })
}

export function useSendCode() {
  const api = useApi()
  return useMutation({ mutationFn: api.accounts.sendCode })
}

export function useResetPassword() {
  const api = useApi()
  return useMutation({ ...withPassword, mutationFn: api.accounts.resetPassword })
}

export function useChangePassword() {
  const api = useApi()
  return useMutation({ ...withPassword, mutationFn: api.accounts.changePassword })
}

/** Changes the given fields; the greeting and the details follow. */
export function useEditProfile() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: api.accounts.editProfile,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: profileQuery(api).queryKey }),
  })
}

export function useSaveOrigin() {
  const api = useApi()
  return useMutation({ mutationFn: api.accounts.saveOrigin })
}

const longestWaitMilliseconds = 1000

/** Leaves nothing of the person behind in this browser, and goes to log-in. Unsaved changes are asked about first. */
export function useSignOut(): () => Promise<void> {
  const api = useApi()
  const navigate = useNavigate()
  return async () => {
    if (!(await mayLeave())) return
    // The call carries the token. It goes whatever the server says, and whether it says it in time (decision E-33).
    const answered = api.accounts.signOut().catch(() => undefined)
    await Promise.race([answered, pause(longestWaitMilliseconds)])
    removeToken()
    forgetAllDrafts()
    takeRememberedPlace()
    navigate(addresses.logIn())
  }
}
