import { expect, test } from 'vitest'
import type { Api } from '#contract/client.ts'
import { sentences } from '#domain/sentences.ts'
import { type MadeAccount, makeAccount, testPassword } from '#testing/make-account.ts'
import { recordDatabaseWork } from '#testing/record-database-work.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { hashPassword } from './hash-password.ts'

const app = await startTestApp()

const signIn = (email: string, password: string, { accounts }: Api = app.visitor) =>
  accounts.signIn({ email, password })
const from = (ip: string, email: string, password: string) =>
  refusal(signIn(email, password, app.apiOf({ ip })))
const readProfile = ({ token }: Pick<MadeAccount, 'token'>) =>
  refusal(app.apiOf({ token }).accounts.profile())
const pleaseLogIn = '401 Please log in'

test.each([
  ['', '', sentences.emailRequired],
  ['not an address', 'secret', sentences.emailRequired],
  ['someone@example.test', '', sentences.passwordRequired],
])('signing in with %j and %j is refused, naming what is missing', async (email, password, sentence) => {
  expect(await refusal(signIn(email, password))).toBe(sentence)
})

test('a wrong password and an unknown address are refused in the same words', async () => {
  const { email } = await makeAccount(app)
  for (const tried of [email, 'nobody@example.test']) {
    expect(await refusal(signIn(tried, 'not it'))).toBe(sentences.wrongLogin)
  }
})

test('a wrong password and an unknown address cost the same work', async () => {
  const { email } = await makeAccount(app)
  const known = await recordDatabaseWork(app, () => refusal(signIn(email, 'not it')))
  const unknown = await recordDatabaseWork(app, () => refusal(signIn('stranger@example.test', 'not it')))
  expect(known.passwords).toBe(1)
  expect(unknown).toEqual(known)
})

test('the right address and password give a token, whatever the case of the address', async () => {
  const { email } = await makeAccount(app)
  expect(await readProfile(await signIn(email.toUpperCase(), testPassword))).toBeUndefined()
})

test('a password hash of full cost matches its own password only', async () => {
  const { email, accountId } = await makeAccount(app)
  await changeRows(
    app.db,
    'accounts',
    { id: accountId },
    { password_hash: await hashPassword('a long pass phrase') },
  )
  await signIn(email, 'a long pass phrase')
  expect(await refusal(signIn(email, 'a long pass phrase '))).toBe(sentences.wrongLogin)
})

test('a closed account is refused in the same words', async () => {
  const { email, accountId, token } = await makeAccount(app)
  await changeRows(app.db, 'accounts', { id: accountId }, { status: 'closed' })
  expect(await refusal(signIn(email, testPassword))).toBe(sentences.wrongLogin)
  expect(await readProfile({ token })).toBe(pleaseLogIn)
})

test('only the hash of a token is stored', async () => {
  const { email } = await makeAccount(app)
  const { token } = await signIn(email, testPassword)
  const rows = await rowsOf(app.db, 'access_tokens')
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('endless log-ins to one account wait before the password is checked; others are served', async () => {
  const { email } = await makeAccount(app)
  const loop = app.apiOf({ ip: '203.0.113.21' })
  for (let times = 0; times < 60; times++) await signIn(email, testPassword, loop)
  const refused = await recordDatabaseWork(app, async () =>
    expect(await from('203.0.113.21', email, testPassword)).toBe(sentences.tooManyTries),
  )
  expect(refused.passwords).toBe(0)
  expect(await from('203.0.113.22', email, testPassword)).toBeUndefined()
  const { email: another } = await makeAccount(app)
  expect(await from('203.0.113.21', another, testPassword)).toBeUndefined()
})

test('ten wrong tries close the account to that network, while its owner signs in from another', async () => {
  const { email } = await makeAccount(app)
  for (let tries = 0; tries < 10; tries++) {
    expect(await from('203.0.113.7', email, 'guess')).toBe(sentences.wrongLogin)
  }
  expect(await from('203.0.113.7', email, testPassword)).toBe(sentences.tooManyTries)
  expect(await from('203.0.113.8', email, testPassword)).toBeUndefined()
  app.clock.advance(61)
  expect(await from('203.0.113.7', email, testPassword)).toBeUndefined()
})

test('a success resets the count', async () => {
  const { email } = await makeAccount(app)
  for (let round = 0; round < 2; round++) {
    for (let tries = 0; tries < 9; tries++) await from('203.0.113.9', email, 'guess')
    expect(await from('203.0.113.9', email, testPassword)).toBeUndefined()
  }
})

test('a household is refused after a hundred wrong tries at many accounts, also over IPv6', async () => {
  const households = ['2001:db8:1:2', '2001:db8:1:3']
  for (let tries = 0; tries < 100; tries++) {
    await from(`${households[0]}::${tries.toString(16)}`, `spray-${tries}@example.test`, 'guess')
  }
  const { email } = await makeAccount(app)
  expect(await from(`${households[0]}:ffff::1`, email, testPassword)).toBe(sentences.tooManyTries)
  expect(await from(`${households[1]}::1`, email, testPassword)).toBeUndefined()
})

test('signing out ends this token and no other', async () => {
  const account = await makeAccount(app)
  const other = await signIn(account.email, testPassword)
  const { signOut } = account.api.accounts
  expect(await signOut()).toBeNull()
  expect(await refusal(signOut())).toBe(pleaseLogIn)
  expect(await readProfile(account)).toBe(pleaseLogIn)
  expect(await readProfile(other)).toBeUndefined()
})

test('a token expires after seven idle days, and polling does not keep it alive', async () => {
  const { countUnread } = (await makeAccount(app)).api.notifications
  for (let hours = 0; hours < 7 * 24 - 1; hours += 12) {
    await countUnread()
    app.clock.advance(12 * 60)
  }
  expect(await refusal(countUnread())).toBe(pleaseLogIn)
})

test('a token in use lives for at most thirty days', async () => {
  const account = await makeAccount(app)
  for (let days = 0; days < 30; days++) {
    expect(await readProfile(account)).toBeUndefined()
    app.clock.advance(24 * 60)
  }
  expect(await readProfile(account)).toBe(pleaseLogIn)
})
