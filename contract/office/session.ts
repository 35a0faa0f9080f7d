import { type MailWish, mailWishes } from '#domain/office/mail-wishes.ts'
import { roles } from '#domain/office/permissions.ts'
import {
  choice,
  colour,
  count,
  done,
  email,
  type Form,
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
  truth,
  version,
  write,
} from './office-call.ts'

export const role = choice(roles)

/** Whoever is signed in. */
export const me = plain({
  id,
  fullName: name,
  role,
  isDemo: truth,
})

/** What a passkey's ceremony is asked and answers, as JSON; only the browser and the server's library read it. */
const ceremony = textUpTo(20_000)
/** Names a way in that was begun: whoever has it goes on with it. */
const attempt = secret
const code = textUpTo(40)
const codes = plain({ codes: list(code) })
const begun = plain({ attempt })
const asked = plain({ attempt, options: ceremony })
const proved = { needsProof: true }

/** A way in: there is nobody yet whose press it could be. The verb writes its row of the log itself. */
const wayIn = <const T extends Record<string, Form<unknown>>, Output>(
  verb: string,
  fields: T,
  output: Form<Output>,
) => read(`Session/${verb}`, 'anyone', fields, output)

/** Coming in, going out, and who one is (spec 3 §2.2). */
export const session = {
  /** What the pages before signing in may show. */
  ways: wayIn('ways', {}, plain({ isDemo: truth, business: textUpTo(100), accent: colour })),
  readWelcome: wayIn(
    'readWelcome',
    { token: secret },
    plain({ email, fullName: name, role, isReturn: truth }),
  ),
  welcome: wayIn('welcome', { token: secret, fullName: name, email }, begun),
  recover: wayIn('recover', { email, password: secret, code }, begun),
  // With what `welcome`, `recover` or `addWay` began.
  passkeyOptions: wayIn('passkeyOptions', { attempt }, plain({ options: ceremony })),
  passkeyRegister: wayIn('passkeyRegister', { attempt, credential: ceremony }, codes),
  authenticatorStart: wayIn(
    'authenticatorStart',
    { attempt, password: secret },
    plain({ key: code, address: textUpTo(2_000) }),
  ),
  authenticatorProve: wayIn('authenticatorProve', { attempt, code }, codes),
  signIn: wayIn('signIn', { email, password: secret }, begun),
  prove: wayIn('prove', { attempt, code }, done),
  passkeyAsk: wayIn('passkeyAsk', {}, asked),
  passkeySignIn: wayIn('passkeySignIn', { attempt, credential: ceremony }, done),
  signInToDemo: wayIn('signInToDemo', { role }, done),

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
      hasPassword: truth,
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
  /** Begins one more passkey, or a new authenticator with a new password. */
  addWay: read('Session/addWay', 'everybody', {}, begun, proved),
  /** A passkey, or without its id the password and the authenticator. */
  removeWay: write('Session/removeWay', 'everybody', { passkeyId: ifPresent(id) }, done, proved),
  newRecoveryCodes: write('Session/newRecoveryCodes', 'everybody', {}, codes, proved),
  changePassword: write('Session/changePassword', 'everybody', { password: secret }, done, proved),
  changeEmail: read('Session/changeEmail', 'everybody', { email }, begun, proved),
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
          isHere: truth,
          isSameNetwork: truth,
          createdAt: instant,
          lastUsedAt: instant,
        }),
      ),
    }),
  ),
  endSession: write('Session/endSession', 'everybody', { id }, done),
  endOthers: write('Session/endOthers', 'everybody', {}, done),
}
