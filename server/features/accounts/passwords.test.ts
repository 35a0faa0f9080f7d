import { expect, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { makeAccount, testPassword } from '#testing/make-account.ts'
import { sendAndReadCode, wrongCode } from '#testing/read-code.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

const signIn = (email: string, password: string) =>
  app.call<{ token: string } | null>('user/login', { email, password })
const mayRead = async (token: string) => (await app.call('user/getUserDetails', {}, token)).code === 1
const change = (token: string | undefined, oldpassword: string, newpassword: string) =>
  app.call('user/savepassword', { oldpassword, newpassword }, token)
const reset = (email: string, code: string, newpassword: string) =>
  app.call('user/resetpwd', { email, code, newpassword })

test('changing a password needs a token', async () => {
  expect(await change(undefined, testPassword, 'playground 8')).toMatchObject({ status: 401, code: 401 })
})

test('a new password must be long enough and not common', async () => {
  const { token } = await makeAccount(app)
  expect((await change(token, '', 'playground 8')).msg).toBe(sentences.passwordRequired)
  expect((await change(token, testPassword, '')).msg).toBe(sentences.passwordRequired)
  expect((await change(token, testPassword, '12345')).msg).toBe(sentences.passwordLength)
  expect((await change(token, testPassword, '123456')).msg).toBe(sentences.passwordTooCommon)
})

test('a wrong old password changes nothing, and ten of them end the guessing', async () => {
  const { token, email } = await makeAccount(app)
  for (let tries = 0; tries < 10; tries++) {
    expect((await change(token, 'a guess', 'playground 8')).msg).toBe(sentences.oldPasswordWrong)
  }
  expect((await change(token, testPassword, 'playground 8')).msg).toBe(sentences.tooManyTries)
  expect((await signIn(email, testPassword)).code).toBe(1)
})

test('changing the password keeps this token and ends the others', async () => {
  const { token, email } = await makeAccount(app)
  const neighbour = await makeAccount(app)
  const other = (await signIn(email, testPassword)).data?.token ?? ''
  const longest = 'é'.repeat(128)
  expect(await change(token, testPassword, longest)).toMatchObject({ code: 1, data: null })
  expect(await mayRead(token)).toBe(true)
  expect(await mayRead(other)).toBe(false)
  expect(await mayRead(neighbour.token)).toBe(true)
  expect((await signIn(email, testPassword)).msg).toBe(sentences.wrongLogin)
  expect((await signIn(email, longest.slice(1))).msg).toBe(sentences.wrongLogin)
  expect((await signIn(email, longest)).code).toBe(1)
})

test('a reset names what is missing', async () => {
  expect((await reset('', '', '')).msg).toBe(sentences.emailRequired)
  expect((await reset('ana@example.test', '', '')).msg).toBe(sentences.passwordRequired)
  expect((await reset('ana@example.test', '', '12345')).msg).toBe(sentences.passwordLength)
  expect((await reset('ana@example.test', '', 'playground 8')).msg).toBe(sentences.codeRequired)
})

test('a wrong code resets nothing', async () => {
  const { email, token } = await makeAccount(app)
  const code = await sendAndReadCode(app, 'resetPassword', email)
  expect((await reset(email, wrongCode(code), 'playground 8')).msg).toBe(sentences.codeWrong)
  expect(await mayRead(token)).toBe(true)
  expect((await signIn(email, testPassword)).code).toBe(1)
})

test('a reset with the mailed code sets the password and ends every token', async () => {
  const { email, token } = await makeAccount(app)
  const neighbour = await makeAccount(app)
  const code = await sendAndReadCode(app, 'resetPassword', email)
  expect(await reset(email.toUpperCase(), code, 'playground 8')).toMatchObject({ code: 1, data: null })
  expect(await mayRead(token)).toBe(false)
  expect(await mayRead(neighbour.token)).toBe(true)
  expect((await signIn(email, testPassword)).msg).toBe(sentences.wrongLogin)
  expect((await signIn(email, 'playground 8')).code).toBe(1)
  expect((await reset(email, code, 'playground 9')).msg).toBe(sentences.codeWrong)
})

test('a reset opens the door again to an owner who had tried too often', async () => {
  const { email } = await makeAccount(app)
  for (let tries = 0; tries < 10; tries++) await signIn(email, 'a guess')
  expect((await signIn(email, testPassword)).msg).toBe(sentences.tooManyTries)
  const code = await sendAndReadCode(app, 'resetPassword', email)
  expect((await reset(email, code, 'playground 8')).code).toBe(1)
  expect((await signIn(email, 'playground 8')).code).toBe(1)
})

test('a closed account cannot be reset', async () => {
  const { email, accountId } = await makeAccount(app)
  const code = await sendAndReadCode(app, 'resetPassword', email)
  await app.db.updateTable('accounts').set({ status: 'closed' }).where('id', '=', accountId).execute()
  expect((await reset(email, code, 'playground 8')).msg).toBe(sentences.codeWrong)
})
