import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as addresses from '#contract/addresses.ts'
import type { Api } from '#contract/client.ts'
import type { contract } from '#contract/contract.ts'
import type { CallInput } from '#contract/wire.ts'
import { useApi } from '#web/api.ts'
import { forgetPendingAction } from '#web/navigation/pending-action.ts'
import { useNavigate } from '#web/navigation/router.tsx'
import { pause } from '#web/pause.ts'
import { removeToken, storeToken, takeRememberedPlace } from '#web/session.ts'
import { forgetAllDrafts } from '#web/ui/forms/form-draft.ts'
import { mayLeave } from '#web/ui/forms/leave-guard.tsx'
import { beginCountdown, type CodePurpose } from './code-countdown.ts'
import { profileQuery } from './profile-query.ts'

/** Removes the input of a mutation with a password from memory once it is answered. */
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

/** Returns a mutation of the profile, after which the greeting and the details are fetched again. */
function useProfileChange<Input>(change: (api: Api) => (input: Input) => Promise<unknown>) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { asksOnConflict: true },
    mutationFn: change(api),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: profileQuery(api).queryKey }),
  })
}

/** Requests a code. A code for a new address is requested again here too (record 028). */
export const useSendCode = (purpose: CodePurpose) =>
  useProfileChange(
    api =>
      (email: string): Promise<unknown> =>
        purpose === 'changeEmail'
          ? api.accounts.editProfile({ email })
          : api.accounts.sendCode({ purpose, email }),
  )

/**
 * Saves the profile. A new address is mailed its code at once, so the countdown starts before the code's
 * field is shown.
 */
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

const maxWaitMilliseconds = 1000

/**
 * Signs out: removes everything of the person from this browser, and goes to log-in. Asks about unsaved changes first.
 */
export function useSignOut(): () => Promise<void> {
  const api = useApi()
  const navigate = useNavigate()
  return async () => {
    if (!(await mayLeave())) return
    // The token is removed even if the server refuses or does not answer in time (decision E-33).
    const answered = api.accounts.signOut().catch(() => undefined)
    await Promise.race([answered, pause(maxWaitMilliseconds)])
    removeToken()
    forgetAllDrafts()
    takeRememberedPlace()
    forgetPendingAction()
    navigate(addresses.logIn())
  }
}

export const offersQuery = (api: Api) =>
  queryOptions({ queryKey: ['accounts', 'offers'], queryFn: () => api.accounts.offers() })

/** Returns a mutation of the switch for offers, after which it is read again. */
export function useSaveOffers() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: api.accounts.saveOffers,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: offersQuery(api).queryKey }),
  })
}
