import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as addresses from '#contract/addresses.ts'
import type { Api } from '#contract/client.ts'
import type { contract } from '#contract/contract.ts'
import type { CallInput } from '#contract/wire.ts'
import { useApi } from '#web/api.ts'
import { useNavigate } from '#web/navigation/router.tsx'
import { forgetWish } from '#web/navigation/wish.ts'
import { pause } from '#web/pause.ts'
import { removeToken, storeToken, takeRememberedPlace } from '#web/session.ts'
import { forgetAllDrafts } from '#web/ui/form-draft.ts'
import { mayLeave } from '#web/ui/leave-guard.tsx'
import { beginCountdown, type CodePurpose } from './code-countdown.ts'
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

export function useResetPassword() {
  const api = useApi()
  return useMutation({ ...withPassword, mutationFn: api.accounts.resetPassword })
}

export function useChangePassword() {
  const api = useApi()
  return useMutation({ ...withPassword, mutationFn: api.accounts.changePassword })
}

/** What changes the profile: the greeting and the details follow. */
function useProfileChange<Input>(change: (api: Api) => (input: Input) => Promise<unknown>) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { asksOnConflict: true },
    mutationFn: change(api),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: profileQuery(api).queryKey }),
  })
}

/** A new address is asked for again where the others ask for a code (record 028). */
export const useSendCode = (purpose: CodePurpose) =>
  useProfileChange(
    api =>
      (email: string): Promise<unknown> =>
        purpose === 'changeEmail'
          ? api.accounts.editProfile({ email })
          : api.accounts.sendCode({ purpose, email }),
  )

/** Another address is mailed its code at once: that it was is noted before there is a field to type it into. */
export const useEditProfile = () =>
  useProfileChange(api => async (changes: CallInput<typeof contract.accounts.editProfile>) => {
    const { newEmail } = await api.accounts.editProfile(changes)
    if (changes.email && newEmail) beginCountdown('changeEmail', newEmail)
  })
export const useConfirmEmail = () => useProfileChange(api => api.accounts.confirmEmail)

export function useTakeBackEmail() {
  const api = useApi()
  return useMutation({ mutationFn: api.accounts.takeBackEmail })
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
    forgetWish()
    navigate(addresses.logIn())
  }
}
