import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { OfficeApi } from '#contract/office/client.ts'
import type { Role } from '#domain/office/permissions.ts'
import { useNavigate } from '#web/navigation/router.tsx'
import { forgetDrafts } from '#web/ui/forms/form-draft.ts'
import { useOfficeApi } from '../office-api.ts'
import { wayBackIn } from '../office-session.ts'
import { useSubmitOnce } from '../submit-once.ts'
import { answerWithPasskey, makePasskey } from './passkey.ts'

export const waysQuery = (api: OfficeApi) =>
  queryOptions({
    queryKey: ['ways'],
    queryFn: () => api.session.ways({}),
    staleTime: Number.POSITIVE_INFINITY,
  })
export const welcomeQuery = (api: OfficeApi, token: string) =>
  queryOptions({
    queryKey: ['welcome', token],
    queryFn: () => api.session.readWelcome({ token }),
    staleTime: Number.POSITIVE_INFINITY,
  })
export const ownSignInQuery = (api: OfficeApi) =>
  queryOptions({ queryKey: ['own-sign-in'], queryFn: () => api.session.ownSignIn({}) })
export const ownSessionsQuery = (api: OfficeApi) =>
  queryOptions({ queryKey: ['own-sessions'], queryFn: () => api.session.sessions({}) })
export const staffQuery = (api: OfficeApi) =>
  queryOptions({ queryKey: ['staff'], queryFn: () => api.staff.list({}) })

export const useBeginSignIn = () => useMutation({ mutationFn: useOfficeApi().session.signIn })

/** Continues to the page that was requested before signing in; drops answers fetched without a session. */
export function useEnter(): () => void {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return () => {
    queryClient.clear()
    forgetDrafts('welcome.')
    navigate(wayBackIn(location.search), { replace: true })
  }
}

export function useConfirmCode() {
  const onSuccess = useEnter()
  return useMutation({ mutationFn: useOfficeApi().session.prove, onSuccess })
}

export function useSignInByPasskey() {
  const { session } = useOfficeApi()
  const onSuccess = useEnter()
  return useMutation({
    mutationFn: async () => {
      const { attempt, options } = await session.passkeyAsk({})
      return session.passkeySignIn({ attempt, credential: await answerWithPasskey(options) })
    },
    onSuccess,
  })
}

export function useSignInToDemo() {
  const { session } = useOfficeApi()
  const onSuccess = useEnter()
  return useMutation({ mutationFn: (role: Role) => session.signInToDemo({ role }), onSuccess })
}

export const useWelcome = () => useMutation({ mutationFn: useOfficeApi().session.welcome })
export const useRecover = () => useMutation({ mutationFn: useOfficeApi().session.recover })

/** Adds a passkey to an enrolment. */
export function useEnrolPasskey() {
  const { session } = useOfficeApi()
  return useMutation({
    mutationFn: async (attempt: string) => {
      const { options } = await session.passkeyOptions({ attempt })
      return session.passkeyRegister({ attempt, credential: await makePasskey(options) })
    },
  })
}
export const useBeginAuthenticator = () =>
  useMutation({ mutationFn: useOfficeApi().session.authenticatorStart })
export const useEnrolAuthenticator = () =>
  useMutation({ mutationFn: useOfficeApi().session.authenticatorProve })

// The re-authentication dialog shows its own refusals.
const isSilent = { meta: { isSilent: true } }

export const useConfirmByPassword = () =>
  useMutation({ mutationFn: useOfficeApi().session.confirm, ...isSilent })
export function useConfirmByPasskey() {
  const { session } = useOfficeApi()
  return useMutation({
    mutationFn: async () => {
      const { attempt, options } = await session.passkeyAsk({})
      return session.confirmByPasskey({ attempt, credential: await answerWithPasskey(options) })
    },
    ...isSilent,
  })
}

export const useEditMe = () => useMutation({ mutationFn: useOfficeApi().session.editMe, ...isSilent })
export function useAddCredential() {
  const { session } = useOfficeApi()
  return useMutation({ mutationFn: () => session.addWay({}) })
}
export const useRemoveCredential = () => useMutation({ mutationFn: useOfficeApi().session.removeWay })
export function useNewRecoveryCodes() {
  const { session } = useOfficeApi()
  return useMutation({ mutationFn: () => session.newRecoveryCodes({}) })
}
export const useChangePassword = () => useMutation({ mutationFn: useOfficeApi().session.changePassword })
export const useChangeEmail = () => useMutation({ mutationFn: useOfficeApi().session.changeEmail })
export const useConfirmEmail = () => useMutation({ mutationFn: useOfficeApi().session.confirmEmail })
export const useEndSession = () => useMutation({ mutationFn: useOfficeApi().session.endSession })
export function useEndOthers() {
  const { session } = useOfficeApi()
  return useMutation({ mutationFn: () => session.endOthers({}) })
}

export const useInvite = () => useMutation({ mutationFn: useOfficeApi().staff.invite, ...isSilent })
export const useResend = () => useMutation({ mutationFn: useSubmitOnce(useOfficeApi().staff.resend) })
export const useWithdraw = () => useMutation({ mutationFn: useOfficeApi().staff.withdraw })
export const useSetRole = () => useMutation({ mutationFn: useOfficeApi().staff.setRole, ...isSilent })
export const useSuspend = () => useMutation({ mutationFn: useOfficeApi().staff.suspend })
export const useEndMemberSessions = () => useMutation({ mutationFn: useOfficeApi().staff.endSessions })
export const useResetSecondFactor = () =>
  useMutation({ mutationFn: useSubmitOnce(useOfficeApi().staff.resetSecondFactor) })
