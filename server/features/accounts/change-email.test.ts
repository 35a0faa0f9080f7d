import { expect, test } from 'vitest'
import type { Api } from '#contract/client.ts'
import { sentences } from '#domain/sentences.ts'
import { clearOldRows } from '#server/background/clear-old-rows.ts'
import { changeEmail } from '#testing/change-email.ts'
import { findViolations } from '#testing/find-violations.ts'
import { makeAccount, testPassword } from '#testing/make-account.ts'
import { readCode, sendAndReadCode, wrongCode } from '#testing/read-code.ts'
import { refusal } from '#testing/refusal.ts'
import { rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

let addresses = 0
const freshAddress = () => {
  addresses += 1
  return `moved-${addresses}@example.test`
}
const { takeBackEmail, resetPassword } = app.visitor.accounts
const logIn = (email: string, password = testPassword) =>
  refusal(app.visitor.accounts.signIn({ email, password }))
const confirm = ({ accounts }: Api, code: string) => refusal(accounts.confirmEmail({ code }))
const codesTo = async (email: string) => {
  await app.runJobs()
  return (await rowsOf(app.db, 'mails', { to_email: email })).length
}
const days = (count: number) => app.clock.advance(count * 24 * 60)

test('a token alone does not move the account to another mailbox', async () => {
  const { api, email } = await makeAccount(app)
  const thiefs = freshAddress()
  expect(await api.accounts.editProfile({ email: thiefs.toUpperCase(), town: 'Leeds' })).toMatchObject({
    email,
    newEmail: thiefs,
    town: 'Leeds',
  })
  expect(await logIn(email)).toBeUndefined()
  expect(await logIn(thiefs)).toBe(sentences.wrongLogin)
  const code = await readCode(app, thiefs)
  expect(await confirm(api, wrongCode(code))).toBe(sentences.codeWrong)
  expect(await api.accounts.profile()).toMatchObject({ email, newEmail: thiefs })
})

test('a new address applies once its mailed code is typed, and the old one is told', async () => {
  const { api, email } = await makeAccount(app)
  const address = freshAddress()
  const secret = await changeEmail(app, api, address)
  expect(secret).not.toBe('')
  expect(await api.accounts.profile()).toMatchObject({ email: address, newEmail: '' })
  expect(await logIn(address)).toBeUndefined()
  expect(await logIn(email)).toBe(sentences.wrongLogin)
  expect(await confirm(api, '1234')).toBe(sentences.codeWrong)
})

test('a code confirms only its own address and only the change of it', async () => {
  const { api } = await makeAccount(app)
  const [first, second] = [freshAddress(), freshAddress()]
  await api.accounts.editProfile({ email: first })
  const codeOfFirst = await readCode(app, first)
  await api.accounts.editProfile({ email: second })
  const codeOfSecond = await readCode(app, second)
  if (codeOfFirst !== codeOfSecond) expect(await confirm(api, codeOfFirst)).toBe(sentences.codeWrong)
  await api.accounts.editProfile({ email: first })
  const toRegister = await sendAndReadCode(app, 'register', first)
  if (toRegister !== codeOfFirst) expect(await confirm(api, toRegister)).toBe(sentences.codeWrong)
  expect(await confirm(api, codeOfFirst)).toBeUndefined()
})

test('asking again mails another code, at most every five minutes', async () => {
  const { api } = await makeAccount(app)
  const address = freshAddress()
  for (let asked = 0; asked < 3; asked++) await api.accounts.editProfile({ email: address })
  expect(await codesTo(address)).toBe(1)
  app.clock.advance(6)
  await api.accounts.editProfile({ email: address })
  expect(await codesTo(address)).toBe(2)
  expect(await confirm(api, await readCode(app, address))).toBeUndefined()
})

test('entering the present address again cancels the change', async () => {
  const { api, email } = await makeAccount(app)
  const address = freshAddress()
  await api.accounts.editProfile({ email: address })
  const code = await readCode(app, address)
  expect(await api.accounts.editProfile({ town: 'Leeds' })).toMatchObject({ newEmail: address })
  expect(await api.accounts.editProfile({ email: email.toUpperCase() })).toMatchObject({
    email,
    newEmail: '',
  })
  expect(await confirm(api, code)).toBe(sentences.codeWrong)
  expect(await api.accounts.profile()).toMatchObject({ email })
})

test('an address that got an account in the meantime is refused as taken', async () => {
  const { api, email } = await makeAccount(app)
  const address = freshAddress()
  await api.accounts.editProfile({ email: address })
  const code = await readCode(app, address)
  await makeAccount(app, { email: address })
  expect(await confirm(api, code)).toBe(sentences.emailTaken)
  expect(await api.accounts.profile()).toMatchObject({ email })
})

test('undoing from the old address ends every sign-in, later change and password', async () => {
  const { api, email, token, accountId } = await makeAccount(app)
  const [thiefs, anotherOfThief] = [freshAddress(), freshAddress()]
  await api.calendarFeed.make()
  const secret = await changeEmail(app, api, thiefs)
  const laterSecret = await changeEmail(app, api, anotherOfThief)
  await api.accounts.editProfile({ email: freshAddress() })
  expect(await rowsOf(app.db, 'email_changes', { account_id: accountId })).toHaveLength(2)
  days(6.9)

  expect(await takeBackEmail({ secret })).toEqual({ outcome: 'undone' })

  expect(await refusal(app.apiOf({ token }).accounts.profile())).toBe(`401 ${sentences.pleaseLogIn}`)
  expect(await rowsOf(app.db, 'calendar_feeds', { account_id: accountId })).toEqual([])
  for (const address of [email, thiefs, anotherOfThief]) {
    expect(await logIn(address)).toBe(sentences.wrongLogin)
  }
  expect(await refusal(takeBackEmail({ secret: laterSecret }))).toBe(sentences.linkInvalid)
  expect(await takeBackEmail({ secret })).toEqual({ outcome: 'wasUndone' })
  expect(await rowsOf(app.db, 'mails', { to_email: anotherOfThief })).toMatchObject([
    { purpose: 'code' },
    { subject: 'The email address of your account was changed back' },
  ])
  const code = await sendAndReadCode(app, 'resetPassword', email)
  await resetPassword({ email, code, newPassword: 'playground 8' })
  expect(await logIn(email, 'playground 8')).toBeUndefined()
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('the undo link stops working after seven days, and is unknown after a month', async () => {
  const { api } = await makeAccount(app)
  const address = freshAddress()
  const secret = await changeEmail(app, api, address)
  days(7)
  expect(await takeBackEmail({ secret })).toEqual({ outcome: 'tooLate' })
  expect(await logIn(address)).toBeUndefined()
  days(31)
  await clearOldRows(app.services)
  expect(await refusal(takeBackEmail({ secret }))).toBe(sentences.linkInvalid)
})

test('an owner who changes back with a code undoes the change; the other mailbox gets no link', async () => {
  const { api, email, token, accountId } = await makeAccount(app)
  const [thiefs, anotherOfThief] = [freshAddress(), freshAddress()]
  const { token: thiefsToken } = await app.visitor.accounts.signIn({ email, password: testPassword })
  await api.calendarFeed.make()
  const secret = await changeEmail(app, app.apiOf({ token: thiefsToken }), thiefs)
  const laterSecret = await changeEmail(app, app.apiOf({ token: thiefsToken }), anotherOfThief)

  app.clock.advance(6)
  await api.accounts.editProfile({ email })
  expect(await confirm(api, await readCode(app, email))).toBeUndefined()

  expect(await api.accounts.profile()).toMatchObject({ email, newEmail: '' })
  expect(await refusal(app.apiOf({ token: thiefsToken }).accounts.profile())).toBe(
    `401 ${sentences.pleaseLogIn}`,
  )
  expect(await refusal(app.apiOf({ token }).accounts.profile())).toBeUndefined()
  expect(await rowsOf(app.db, 'calendar_feeds', { account_id: accountId })).toEqual([])
  const mails = await rowsOf(app.db, 'mails', { to_email: anotherOfThief, purpose: 'email-changed' })
  expect(mails).toMatchObject([{ subject: 'The email address of your account was changed back' }])
  expect(mails[0]?.body_text).not.toContain('#')
  expect(await refusal(takeBackEmail({ secret: laterSecret }))).toBe(sentences.linkInvalid)
  expect(await takeBackEmail({ secret })).toEqual({ outcome: 'wasUndone' })
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('an invented secret undoes nothing', async () => {
  for (const secret of ['', 'A'.repeat(43)]) {
    expect(await refusal(takeBackEmail({ secret }))).toBe(sentences.linkInvalid)
  }
})

test('an old address that has a new account by now undoes nothing', async () => {
  const { api, email } = await makeAccount(app)
  const address = freshAddress()
  const secret = await changeEmail(app, api, address)
  await makeAccount(app, { email })
  expect(await refusal(takeBackEmail({ secret }))).toBe(sentences.emailTaken)
  expect(await api.accounts.profile()).toMatchObject({ email: address })
})

test('an account cannot be closed while its old address can undo a change', async () => {
  const { api } = await makeAccount(app)
  await changeEmail(app, api, freshAddress())
  const close = () => api.ownData.closeAccount({ password: testPassword, giveUpBookings: true })
  expect(await refusal(close())).toBe(sentences.closeChanged)
  for (let nights = 0; nights < 7; nights++) {
    days(1)
    await api.accounts.profile()
  }
  expect(await close()).toBeNull()
})

test("codes to new addresses count towards the network's hourly limit", async () => {
  const ip = '198.51.100.77'
  for (let sent = 0; sent < 30; sent++) {
    await app.apiOf({ ip }).accounts.sendCode({ purpose: 'register', email: freshAddress() })
  }
  const { token } = await makeAccount(app)
  const edit = (from: string, email: string) =>
    refusal(app.apiOf({ token, ip: from }).accounts.editProfile({ email }))
  const address = freshAddress()
  expect(await edit(ip, address)).toBe(sentences.tooManyTries)
  expect(await edit('198.51.100.78', address)).toBeUndefined()
})
