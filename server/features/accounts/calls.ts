import { contract } from '#contract/contract.ts'
import type { Origin } from '#server/request/known-device.ts'
import { type Request, serve } from '#server/request/serve.ts'
import { changePassword } from './change-password.ts'
import { confirmEmail } from './confirm-email.ts'
import { editProfile } from './edit-profile.ts'
import { queuePasswordCheck } from './hash-password.ts'
import { readAccount } from './queries.ts'
import { registerAccount } from './register-account.ts'
import { resetPassword } from './reset-password.ts'
import { readGetsOffers, saveOffers } from './save-offers.ts'
import { saveOrigin } from './save-origin.ts'
import { sendCode } from './send-code.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { agreeToEmail, takeBackEmail } from './take-back-email.ts'

const originOf = ({ actor, device }: Request): Origin => ({ ip: actor.ip, device })

/** Signing in and out, registering, passwords and the parent's own profile. */
export const accountRoutes = serve(contract.accounts, {
  signIn: async (credentials, request) => ({
    token: await queuePasswordCheck(() => signIn(request, originOf(request), credentials)),
  }),
  register: async (registration, request) => ({
    token: await queuePasswordCheck(() => registerAccount(request, originOf(request), registration)),
  }),
  sendCode: async ({ purpose, email }, request) => {
    const codePurpose = purpose === 'register' ? 'register' : 'reset_password'
    await sendCode(request, originOf(request), { purpose: codePurpose, email })
  },
  resetPassword: (input, request) =>
    queuePasswordCheck(() => resetPassword(request, originOf(request), input)),
  changePassword: (input, request) => changePassword(request, request.actor, request.device, input),
  profile: (_input, { db, actor }) => readAccount(db, actor.accountId),
  editProfile: async (profile, request) => {
    await editProfile(request, request.actor, profile)
    return readAccount(request.db, request.actor.accountId)
  },
  confirmEmail: async ({ code }, request) => {
    await confirmEmail(request, request.actor, request.device, code)
    return readAccount(request.db, request.actor.accountId)
  },
  takeBackEmail: async ({ secret, agrees }, request) => ({
    outcome: agrees
      ? await agreeToEmail(request, secret)
      : await queuePasswordCheck(() => takeBackEmail(request, secret)),
  }),
  saveOrigin: (answers, request) => saveOrigin(request, request.actor.accountId, answers),
  offers: async (_input, { db, actor }) => ({ getsOffers: await readGetsOffers(db, actor.accountId) }),
  saveOffers: ({ wantsOffers }, request) => saveOffers(request, request.actor.accountId, wantsOffers),
  signOut: (_input, request) => signOut(request, request.actor),
})
