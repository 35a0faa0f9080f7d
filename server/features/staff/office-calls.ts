import { officeContract } from '#contract/office/contract.ts'
import { serveOffice } from '#server/request/serve-office.ts'
import { beginCredential } from './begin-credential.ts'
import { beginNewEmail, confirmNewEmail } from './change-own-email.ts'
import { changeOwnPassword } from './change-own-password.ts'
import { confirmCode } from './confirm-code.ts'
import { confirmByPasskey, confirmByPassword } from './confirm-person.ts'
import { editMe } from './edit-me.ts'
import { endOwnSessions } from './end-own-sessions.ts'
import { beginAuthenticator, beginNewPasskey, enrolAuthenticator, enrolPasskey } from './enrol.ts'
import { inviteMember, resendInvitation, withdrawInvitation } from './invite-member.ts'
import { limitAsking } from './limit-sign-in.ts'
import { readInvitations, readMembers, readOwnSessions, readOwnSignIn } from './member-queries.ts'
import { openWelcome, readWelcome } from './open-welcome.ts'
import { recoverSignIn } from './recover-sign-in.ts'
import { removeCredential } from './remove-credential.ts'
import { renewOwnCodes } from './renew-own-codes.ts'
import { endMemberSessions, resetSecondFactor } from './reset-second-factor.ts'
import { setRole } from './set-role.ts'
import { beginPasskey, signInByPasskey } from './sign-in-by-passkey.ts'
import { signInToDemo } from './sign-in-to-demo.ts'
import { signInToOffice } from './sign-in-to-office.ts'
import { signOutOfOffice } from './sign-out-of-office.ts'
import { suspendMember } from './suspend-member.ts'

const sessionRoutes = serveOffice(officeContract.session, {
  ways: async (_input, { config, business: { name, accent } }) => ({
    isDemo: config.business === 'demo',
    business: name,
    accent,
  }),
  readWelcome: (input, visit) => readWelcome(visit, input),
  welcome: (input, visit) => openWelcome(visit, input),
  recover: (input, visit) => recoverSignIn(visit, input),
  passkeyOptions: (input, visit) => beginNewPasskey(visit, input),
  passkeyRegister: (input, visit) => enrolPasskey(visit, input),
  authenticatorStart: (input, visit) => beginAuthenticator(visit, input),
  authenticatorProve: (input, visit) => enrolAuthenticator(visit, input),
  signIn: (input, visit) => signInToOffice(visit, input),
  prove: async (input, visit) => {
    await confirmCode(visit, input)
    return {}
  },
  passkeyAsk: async (_input, visit) => {
    await limitAsking(visit)
    return beginPasskey(visit)
  },
  passkeySignIn: async (input, visit) => {
    await signInByPasskey(visit, input)
    return {}
  },
  signInToDemo: async (input, visit) => {
    await signInToDemo(visit, input)
    return {}
  },

  me: async (_input, { staff, config }) => ({
    id: staff.staffId,
    fullName: staff.fullName,
    role: staff.role,
    isDemo: config.business === 'demo',
  }),
  signOut: (input, request) => signOutOfOffice(request, input),
  confirm: (input, request) => confirmByPassword(request, input),
  confirmByPasskey: (input, request) => confirmByPasskey(request, input),
  ownSignIn: (_input, { db, staff }) => readOwnSignIn(db, staff),
  editMe: (input, request) => editMe(request, input),
  addWay: (_input, request) => beginCredential(request),
  removeWay: (input, request) => removeCredential(request, input),
  newRecoveryCodes: (_input, request) => renewOwnCodes(request),
  changePassword: (input, request) => changeOwnPassword(request, input),
  changeEmail: (input, request) => beginNewEmail(request, input),
  confirmEmail: (input, request) => confirmNewEmail(request, input),
  sessions: async (_input, request) => ({ items: await readOwnSessions(request) }),
  endSession: (input, request) => endOwnSessions(request, input),
  endOthers: (input, request) => endOwnSessions(request, input),
})

const memberRoutes = serveOffice(officeContract.staff, {
  list: async (_input, { db, clock }) => ({
    members: await readMembers(db, clock()),
    invitations: await readInvitations(db, clock()),
  }),
  invite: (input, request) => inviteMember(request, input),
  resend: (input, request) => resendInvitation(request, input),
  withdraw: (input, request) => withdrawInvitation(request, input),
  setRole: (input, request) => setRole(request, input),
  suspend: (input, request) => suspendMember(request, input),
  endSessions: (input, request) => endMemberSessions(request, input),
  resetSecondFactor: (input, request) => resetSecondFactor(request, input),
})

/** The calls for sign-in and staff. */
export const staffOfficeRoutes = [...sessionRoutes, ...memberRoutes]
