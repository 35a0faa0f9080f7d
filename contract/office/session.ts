import { type MailWish, mailWishes } from '#domain/office/mail-wishes.ts'
import { roles } from '#domain/office/permissions.ts'
import {
  boolean,
  type Codec,
  choice,
  colour,
  count,
  done,
  email,
  id,
  ifPresent,
  instant,
  list,
  name,
  nullable,
  plain,
  read,
  saved,
  secret,
  textUpTo,
  version,
  write,
} from './office-call.ts'

export const role = choice(roles)

/** The signed-in member. */
export const me = plain({
  id,
  fullName: name,
  role,
  isDemo: boolean,
})

/** The options and answers of a passkey ceremony, as JSON that only the browser and the server's library read. */
const ceremony = textUpTo(20_000)
/** Identifies a sign-in or enrolment that was begun; its holder continues it. */
const attempt = secret
const code = textUpTo(40)
const codes = plain({ codes: list(code) })
const begun = plain({ attempt })
const asked = plain({ attempt, options: ceremony })
const needsReauthentication = { needsReauthentication: true }

/** A call before sign-in, which has no member to log. The command writes its own row of the log. */
const signInCall = <const T extends Record<string, Codec<unknown>>, Output>(
  verb: string,
  fields: T,
  output: Codec<Output>,
) => read(`Session/${verb}`, 'anyone', fields, output)

/** Sign-in, sign-out and the member's own sign-in methods (spec 3 §2.2). */
export const session = {
  /** The facts that pages before sign-in may show. */
  ways: signInCall('ways', {}, plain({ isDemo: boolean, business: textUpTo(100), accent: colour })),
  readWelcome: signInCall(
    'readWelcome',
    { token: secret },
    plain({ email, fullName: name, role, isReturn: boolean }),
  ),
  welcome: signInCall('welcome', { token: secret, fullName: name, email }, begun),
  recover: signInCall('recover', { email, password: secret, code }, begun),
  // Continues after `welcome`, `recover` or `addWay`.
  passkeyOptions: signInCall('passkeyOptions', { attempt }, plain({ options: ceremony })),
  passkeyRegister: signInCall('passkeyRegister', { attempt, credential: ceremony }, codes),
  authenticatorStart: signInCall(
    'authenticatorStart',
    { attempt, password: secret },
    plain({ key: code, address: textUpTo(2_000) }),
  ),
  authenticatorProve: signInCall('authenticatorProve', { attempt, code }, codes),
  signIn: signInCall('signIn', { email, password: secret }, begun),
  prove: signInCall('prove', { attempt, code }, done),
  passkeyAsk: signInCall('passkeyAsk', {}, asked),
  passkeySignIn: signInCall('passkeySignIn', { attempt, credential: ceremony }, done),
  signInToDemo: signInCall('signInToDemo', { role }, done),

  me: read('Session/me', 'everybody', {}, me),
  signOut: write('Session/signOut', 'everybody', {}, done),
  confirm: write('Session/confirm', 'everybody', { password: secret, code }, done),
  confirmByPasskey: write('Session/confirmByPasskey', 'everybody', { attempt, credential: ceremony }, done),
  ownSignIn: read(
    'Session/ownSignIn',
    'everybody',
    {},
    plain({
      id,
      version: id,
      email,
      fullName: name,
      displayName: name,
      colour,
      mailWishes: list(choice(Object.keys(mailWishes) as MailWish[])),
      hasPassword: boolean,
      recoveryCodesLeft: count,
      passkeys: list(plain({ id, name, createdAt: instant, lastUsedAt: nullable(instant) })),
    }),
  ),
  editMe: write(
    'Session/editMe',
    'everybody',
    {
      version,
      fullName: name,
      displayName: name,
      colour,
      mailWishes: list(choice(Object.keys(mailWishes) as MailWish[])),
    },
    saved,
  ),
  /** Begins adding a passkey, or a new authenticator with a new password. */
  addWay: read('Session/addWay', 'everybody', {}, begun, needsReauthentication),
  /** Removes a passkey by its id; without an id, the password and the authenticator. */
  removeWay: write(
    'Session/removeWay',
    'everybody',
    { passkeyId: ifPresent(id) },
    done,
    needsReauthentication,
  ),
  newRecoveryCodes: write('Session/newRecoveryCodes', 'everybody', {}, codes, needsReauthentication),
  changePassword: write(
    'Session/changePassword',
    'everybody',
    { password: secret },
    done,
    needsReauthentication,
  ),
  changeEmail: read('Session/changeEmail', 'everybody', { email }, begun, needsReauthentication),
  confirmEmail: write('Session/confirmEmail', 'everybody', { attempt, code }, done),
  sessions: read(
    'Session/sessions',
    'everybody',
    {},
    plain({
      items: list(
        plain({
          id,
          device: name,
          isHere: boolean,
          isSameNetwork: boolean,
          createdAt: instant,
          lastUsedAt: instant,
        }),
      ),
    }),
  ),
  endSession: write('Session/endSession', 'everybody', { id }, done),
  endOthers: write('Session/endOthers', 'everybody', {}, done),
}
