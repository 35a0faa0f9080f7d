import { expect, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { makeAccount, testPassword } from '#testing/make-account.ts'
import { recordWork } from '#testing/record-work.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { hashPassword } from './hash-password.ts'

const app = await startTestApp()

const signIn = (email: string, password: string) =>
  app.call<{ token: string } | null>('user/login', { email, password })
const mayRead = async (token: string) => (await app.call('user/getUserDetails', {}, token)).code === 1
const from = (ip: string, email: string, password: string) =>
  app.http.inject({
    method: 'POST',
    url: '/api/user/login',
    remoteAddress: ip,
    payload: JSON.stringify({ email, password }),
  })

test.each([
  ['', '', sentences.emailRequired],
  ['not an address', 'secret', sentences.emailRequired],
  ['someone@example.test', '', sentences.passwordRequired],
])('signing in with %j and %j is refused with what is missing', async (email, password, sentence) => {
  expect(await signIn(email, password)).toMatchObject({ status: 200, code: 0, msg: sentence, data: null })
})

test('a wrong password and an unknown address are refused in the same words', async () => {
  const { email } = await makeAccount(app)
  const wrong = await signIn(email, 'not it')
  expect(wrong).toMatchObject({ status: 200, code: 0, msg: sentences.wrongLogin })
  expect(await signIn('nobody@example.test', 'not it')).toEqual(wrong)
})

test('a wrong password and an unknown address cost the same work', async () => {
  const { email } = await makeAccount(app)
  const known = await recordWork(app, () => signIn(email, 'not it'))
  const unknown = await recordWork(app, () => signIn('stranger@example.test', 'not it'))
  expect(known.passwords).toBe(1)
  expect(unknown).toEqual(known)
})

test('the right pair gives a token, whatever the case of the address', async () => {
  const { email } = await makeAccount(app)
  const answer = await signIn(email.toUpperCase(), testPassword)
  expect(answer.code).toBe(1)
  expect(await mayRead(answer.data?.token ?? '')).toBe(true)
})

test('a real hash of full cost fits, and only its own password does', async () => {
  const { email, accountId } = await makeAccount(app)
  await app.db
    .updateTable('accounts')
    .set({ password_hash: await hashPassword('a long pass phrase') })
    .where('id', '=', accountId)
    .execute()
  expect((await signIn(email, 'a long pass phrase')).code).toBe(1)
  expect((await signIn(email, 'a long pass phrase ')).msg).toBe(sentences.wrongLogin)
})

test('a closed account cannot be signed in to, in the same words', async () => {
  const { email, accountId, token } = await makeAccount(app)
  await app.db.updateTable('accounts').set({ status: 'closed' }).where('id', '=', accountId).execute()
  expect((await signIn(email, testPassword)).msg).toBe(sentences.wrongLogin)
  expect(await mayRead(token)).toBe(false)
})

test('only the hash of a token is kept', async () => {
  const { email } = await makeAccount(app)
  const token = (await signIn(email, testPassword)).data?.token ?? ''
  const rows = await app.db.selectFrom('access_tokens').selectAll().execute()
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('ten wrong tries close the account to that place, while its owner signs in from another', async () => {
  const { email } = await makeAccount(app)
  for (let tries = 0; tries < 10; tries++) {
    expect((await from('203.0.113.7', email, 'guess')).json()).toMatchObject({ msg: sentences.wrongLogin })
  }
  expect((await from('203.0.113.7', email, testPassword)).json()).toMatchObject({
    code: 0,
    msg: sentences.tooManyTries,
  })
  expect((await from('203.0.113.8', email, testPassword)).json()).toMatchObject({ code: 1 })
  app.clock.advance(61)
  expect((await from('203.0.113.7', email, testPassword)).json()).toMatchObject({ code: 1 })
})

test('a success begins the count anew', async () => {
  const { email } = await makeAccount(app)
  for (let round = 0; round < 2; round++) {
    for (let tries = 0; tries < 9; tries++) await from('203.0.113.9', email, 'guess')
    expect((await from('203.0.113.9', email, testPassword)).json()).toMatchObject({ code: 1 })
  }
})

test('one household is refused after a hundred wrong tries at many accounts, in IPv6 as a whole', async () => {
  const households = ['2001:db8:1:2', '2001:db8:1:3']
  for (let tries = 0; tries < 100; tries++) {
    await from(`${households[0]}::${tries.toString(16)}`, `spray-${tries}@example.test`, 'guess')
  }
  const { email } = await makeAccount(app)
  const refused = await from(`${households[0]}:ffff::1`, email, testPassword)
  expect(refused.json()).toMatchObject({ code: 0, msg: sentences.tooManyTries })
  expect((await from(`${households[1]}::1`, email, testPassword)).json()).toMatchObject({ code: 1 })
})

test('signing out ends this token and no other', async () => {
  const { email, token } = await makeAccount(app)
  const other = (await signIn(email, testPassword)).data?.token ?? ''
  expect(await app.call('user/logout', {}, token)).toMatchObject({ code: 1, data: null })
  expect(await app.call('user/logout', {}, token)).toMatchObject({ status: 401, code: 401 })
  expect(await mayRead(token)).toBe(false)
  expect(await mayRead(other)).toBe(true)
})

test('a token lies idle for seven days at most, and the poll does not keep it alive', async () => {
  const { token } = await makeAccount(app)
  for (let hours = 0; hours < 7 * 24 - 1; hours += 12) {
    expect((await app.call('news/getReadNum', {}, token)).code).toBe(1)
    app.clock.advance(12 * 60)
  }
  expect((await app.call('news/getReadNum', {}, token)).code).toBe(401)
})

test('a token that is used lives for thirty days at most', async () => {
  const { token } = await makeAccount(app)
  for (let days = 0; days < 30; days++) {
    expect(await mayRead(token)).toBe(true)
    app.clock.advance(24 * 60)
  }
  expect(await mayRead(token)).toBe(false)
})
