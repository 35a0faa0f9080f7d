import { expect, test } from 'vitest'
import type { Api } from '#contract/client.ts'
import { sentences } from '#domain/sentences.ts'
import { makeAccount, testPassword } from '#testing/make-account.ts'
import { sendAndReadCode, wrongCode } from '#testing/read-code.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

const { accounts } = app.visitor
const signIn = (email: string, password: string) => refusal(accounts.signIn({ email, password }))
const readProfile = (api: Api) => refusal(api.accounts.profile())
const change = (api: Api, oldPassword: string, newPassword: string) =>
  refusal(api.accounts.changePassword({ oldPassword, newPassword }))
const reset = (email: string, code: string, newPassword: string) =>
  refusal(accounts.resetPassword({ email, code, newPassword }))
const tellingsTo = async (email: string) => {
  const subject = 'Your password was changed'
  return (await rowsOf(app.db, 'mails', { to_email: email, subject })).map(mail => mail.body_text)
}
const pleaseLogIn = '401 Please log in'

test('changing a password needs a token', async () => {
  expect(await change(app.visitor, testPassword, 'playground 8')).toBe(pleaseLogIn)
})

test('a new password must be long enough and not common', async () => {
  const { api } = await makeAccount(app)
  expect(await change(api, '', 'playground 8')).toBe(sentences.passwordRequired)
  expect(await change(api, testPassword, '')).toBe(sentences.passwordRequired)
  expect(await change(api, testPassword, '12345')).toBe(sentences.passwordLength)
  expect(await change(api, testPassword, '123456')).toBe(sentences.passwordTooCommon)
})

// Proves PWD-04.
test('a wrong old password changes nothing, and ten of them block further tries', async () => {
  const { api, email } = await makeAccount(app)
  for (let tries = 0; tries < 10; tries++) {
    expect(await change(api, 'a guess', 'playground 8')).toBe(sentences.oldPasswordWrong)
  }
  expect(await change(api, testPassword, 'playground 8')).toBe(sentences.tooManyTries)
  expect(await signIn(email, testPassword)).toBeUndefined()
})

test('changing the password keeps this token and ends the others', async () => {
  const { api, email } = await makeAccount(app)
  const neighbour = await makeAccount(app)
  const other = app.apiOf(await accounts.signIn({ email, password: testPassword }))
  const { address } = await api.calendarFeed.make()
  const longest = 'é'.repeat(128)
  expect(await change(api, testPassword, longest)).toBeUndefined()
  expect(await readProfile(api)).toBeUndefined()
  expect(await readProfile(other)).toBe(pleaseLogIn)
  expect((await app.http.inject({ url: new URL(address).pathname })).statusCode).toBe(404)
  expect(await readProfile(neighbour.api)).toBeUndefined()
  expect(await signIn(email, testPassword)).toBe(sentences.wrongLogin)
  expect(await signIn(email, longest.slice(1))).toBe(sentences.wrongLogin)
  expect(await signIn(email, longest)).toBeUndefined()
  expect(await tellingsTo(email)).toEqual([expect.stringContaining('If it was not you')])
})

test('a reset names what is missing', async () => {
  expect(await reset('', '', '')).toBe(sentences.emailRequired)
  expect(await reset('ana@example.test', '', '')).toBe(sentences.passwordRequired)
  expect(await reset('ana@example.test', '', '12345')).toBe(sentences.passwordLength)
  expect(await reset('ana@example.test', '', 'playground 8')).toBe(sentences.codeRequired)
})

test('a wrong code resets nothing', async () => {
  const { email, api } = await makeAccount(app)
  const code = await sendAndReadCode(app, 'resetPassword', email)
  expect(await reset(email, wrongCode(code), 'playground 8')).toBe(sentences.codeWrong)
  expect(await readProfile(api)).toBeUndefined()
  expect(await signIn(email, testPassword)).toBeUndefined()
})

// Proves AUTH-53.
test('a reset with the mailed code sets the password and ends every token', async () => {
  const { email, api } = await makeAccount(app)
  const neighbour = await makeAccount(app)
  const { address } = await api.calendarFeed.make()
  const code = await sendAndReadCode(app, 'resetPassword', email)
  expect(await reset(email.toUpperCase(), code, 'playground 8')).toBeUndefined()
  expect(await readProfile(api)).toBe(pleaseLogIn)
  expect((await app.http.inject({ url: new URL(address).pathname })).statusCode).toBe(404)
  expect(await readProfile(neighbour.api)).toBeUndefined()
  expect(await signIn(email, testPassword)).toBe(sentences.wrongLogin)
  expect(await signIn(email, 'playground 8')).toBeUndefined()
  expect(await reset(email, code, 'playground 9')).toBe(sentences.codeWrong)
  expect(await tellingsTo(email)).toHaveLength(1)
})

test('a reset lets in an owner who had tried too often', async () => {
  const { email } = await makeAccount(app)
  for (let tries = 0; tries < 10; tries++) await signIn(email, 'a guess')
  expect(await signIn(email, testPassword)).toBe(sentences.tooManyTries)
  const code = await sendAndReadCode(app, 'resetPassword', email)
  expect(await reset(email, code, 'playground 8')).toBeUndefined()
  expect(await signIn(email, 'playground 8')).toBeUndefined()
})

test('a closed account cannot be reset', async () => {
  const { email, accountId } = await makeAccount(app)
  const code = await sendAndReadCode(app, 'resetPassword', email)
  await changeRows(app.db, 'accounts', { id: accountId }, { status: 'closed' })
  expect(await reset(email, code, 'playground 8')).toBe(sentences.codeWrong)
})
