import { expect, test } from 'vitest'
import type { Api } from '#contract/client.ts'
import { sentences } from '#domain/sentences.ts'
import { countTry } from '#server/request/rate-limit.ts'
import { makeAccount } from '#testing/make-account.ts'
import { readCode, sendAndReadCode, wrongCode } from '#testing/read-code.ts'
import { recordDatabaseWork } from '#testing/record-database-work.ts'
import { refusal } from '#testing/refusal.ts'
import { rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { mailCode } from './mail-code.ts'

const app = await startTestApp()

let newcomers = 0
const newcomer = (given: { email?: string } = {}) => {
  newcomers += 1
  return {
    firstName: 'Ana',
    lastName: 'Reid',
    mobile: '07700 900123',
    email: `ana-${newcomers}@example.test`,
    password: 'playground 7',
    code: '0000',
    ...given,
  }
}
const { accounts } = app.visitor
const register = (form: Parameters<typeof accounts.register>[0]) => refusal(accounts.register(form))
type Purpose = 'register' | 'resetPassword'
const send = (purpose: Purpose, email: string, { accounts }: Api = app.visitor) =>
  refusal(accounts.sendCode({ purpose, email }))
const reset = (email: string, code: string) =>
  refusal(accounts.resetPassword({ email, code, newPassword: 'playground 8' }))
const accountsWith = (email: string) => rowsOf(app.db, 'accounts', { email: email.toLowerCase() })
const mailsTo = async (email: string) => {
  await app.runJobs()
  return rowsOf(app.db, 'mails', { to_email: email })
}

test('missing fields are named in the order of the form', async () => {
  const form = { firstName: '', lastName: '', mobile: '', email: '', password: '', code: '' }
  const steps: [object, string][] = [
    [{}, sentences.firstNameRequired],
    [{ firstName: 'Ana' }, sentences.lastNameRequired],
    [{ lastName: '\u200b' }, sentences.lastNameRequired],
    [{ lastName: 'Reid' }, sentences.mobileRequired],
    [{ mobile: '\ufeff' }, sentences.mobileRequired],
    [{ mobile: '07700 900123' }, sentences.emailRequired],
    [{ email: 'ana@example' }, sentences.emailRequired],
    [{ email: 'ana@example.test' }, sentences.passwordRequired],
    [{ password: '12345' }, sentences.passwordLength],
    [{ password: 'x'.repeat(129) }, sentences.passwordLength],
    [{ password: 'liverpool1' }, sentences.passwordTooCommon],
    [{ password: 'playground 7' }, sentences.codeRequired],
    [{ code: '1234', mobile: 'none' }, sentences.phoneInvalid],
    [{ mobile: '07700 900123 (mum)' }, sentences.phoneInvalid],
  ]
  for (const [given, sentence] of steps) {
    Object.assign(form, given)
    expect(await register(form)).toBe(sentence)
  }
  expect(await accountsWith('ana@example.test')).toHaveLength(0)
})

test('invisible characters copied from contacts or web pages are removed on registration', async () => {
  const { code: _none, ...form } = newcomer()
  const email = `\u202a${form.email}\u202c`
  await accounts.sendCode({ purpose: 'register', email })
  const code = await readCode(app, form.email)
  const copied = {
    firstName: 'Zoe\u0308\u200b',
    lastName: '\ufeffReid',
    mobile: '\u202a07700\u2013900123\u202c',
  }
  await accounts.register({ ...form, ...copied, email, code: `\u200e${code}` })
  expect(await accountsWith(form.email)).toMatchObject([
    { first_name: 'Zo\u00eb', last_name: 'Reid', mobile: '07700-900123' },
  ])
})

test.each([
  'not an address',
  'a@b',
  'a b@example.test',
  'a@example.test, b@example.test',
  'a@b.test\r\nBcc: x@y.test',
])('no code is sent to %j', async email => {
  expect(await send('register', email)).toBe(sentences.emailRequired)
})

test('nobody registers without a code that was sent to the address', async () => {
  const form = newcomer()
  expect(await register(form)).toBe(sentences.codeWrong)
  expect(await accountsWith(form.email)).toHaveLength(0)
})

test('the mailed code registers the account and signs in', async () => {
  const form = newcomer({ email: 'Mixed.Case@Example.Test' })
  const code = await sendAndReadCode(app, 'register', form.email)
  const { token } = await accounts.register({ ...form, code })
  expect(await app.apiOf({ token }).accounts.profile()).toMatchObject({
    firstName: 'Ana',
    lastName: 'Reid',
    mobile: '07700 900123',
    email: 'mixed.case@example.test',
  })
  const [account] = await accountsWith(form.email)
  expect(account?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(account).toMatchObject({ credit_balance: 0, points_balance: 0, status: 'active' })
})

test('a code opens one account, once', async () => {
  const form = newcomer()
  const code = await sendAndReadCode(app, 'register', form.email)
  expect(await register({ ...form, code })).toBeUndefined()
  expect(await register({ ...form, code })).toBe(sentences.codeWrong)
  expect(await accountsWith(form.email)).toHaveLength(1)
})

test('a code works only for the address and the purpose for which it was mailed', async () => {
  const form = newcomer()
  const code = await sendAndReadCode(app, 'register', form.email)
  const stranger = await makeAccount(app)
  expect(await register({ ...newcomer(), code })).toBe(sentences.codeWrong)
  expect(await reset(stranger.email, code)).toBe(sentences.codeWrong)
  expect(await register({ ...form, code })).toBeUndefined()
})

test('a code requested by a stranger keeps the earlier one valid; using one ends both', async () => {
  const { email } = await makeAccount(app)
  for (const used of [0, 1]) {
    const codes = [await sendAndReadCode(app, 'resetPassword', email)]
    app.clock.advance(6)
    codes.push(await sendAndReadCode(app, 'resetPassword', email))
    expect(await reset(email, codes[used] ?? '')).toBeUndefined()
    for (const code of codes) expect(await reset(email, code)).toBe(sentences.codeWrong)
    app.clock.advance(11)
  }
})

test('a try counts against every open code', async () => {
  const { email } = await makeAccount(app)
  const first = await sendAndReadCode(app, 'resetPassword', email)
  for (let tries = 0; tries < 4; tries++) await reset(email, wrongCode(first))
  app.clock.advance(6)
  const second = await sendAndReadCode(app, 'resetPassword', email)
  for (let tries = 0; tries < 5; tries++) {
    const { resetPassword } = app.apiOf({ ip: `203.0.113.${tries}` }).accounts
    const guess = [wrongCode(first), wrongCode(wrongCode(first))].find(code => code !== second) ?? ''
    expect(await refusal(resetPassword({ email, code: guess, newPassword: 'playground 9' }))).toBe(
      sentences.codeWrong,
    )
  }
  for (const code of [first, second]) expect(await reset(email, code)).toBe(sentences.codeWrong)
})

test('a code lasts ten minutes', async () => {
  const [early, late] = [newcomer(), newcomer()]
  const earlyCode = await sendAndReadCode(app, 'register', early.email)
  const lateCode = await sendAndReadCode(app, 'register', late.email)
  app.clock.advance(9.9)
  expect(await register({ ...early, code: earlyCode })).toBeUndefined()
  app.clock.advance(0.2)
  expect(await register({ ...late, code: lateCode })).toBe(sentences.codeWrong)
})

test('four wrong tries leave the right code valid, the fifth ends it', async () => {
  const [careless, guesser] = [newcomer(), newcomer()]
  const carelessCode = await sendAndReadCode(app, 'register', careless.email)
  const guessedCode = await sendAndReadCode(app, 'register', guesser.email)
  for (let tries = 0; tries < 4; tries++) await register({ ...careless, code: wrongCode(carelessCode) })
  expect(await register({ ...careless, code: carelessCode })).toBeUndefined()
  for (let tries = 0; tries < 5; tries++) await register({ ...guesser, code: wrongCode(guessedCode) })
  expect(await register({ ...guesser, code: guessedCode })).toBe(sentences.codeWrong)
})

test("strangers' wrong codes do not use up the next mailed code", async () => {
  const { email } = await makeAccount(app)
  let strangers = 0
  for (let round = 0; round < 2; round++) {
    const code = await sendAndReadCode(app, 'resetPassword', email)
    for (let tries = 0; tries < 5; tries++) {
      const { resetPassword } = app.apiOf({ ip: `203.0.113.${++strangers}` }).accounts
      const guess = resetPassword({ email, code: wrongCode(code), newPassword: 'playground 9' })
      expect(await refusal(guess)).toBe(sentences.codeWrong)
    }
    expect(await reset(email, code)).toBe(sentences.codeWrong)
    app.clock.advance(6)
  }
  expect(await reset(email, await sendAndReadCode(app, 'resetPassword', email))).toBeUndefined()
})

test('ten wrong codes for an address, or a hundred in all, block a network for a day', async () => {
  const { email } = await makeAccount(app)
  const from = (ip: string, address: string, code: string) =>
    refusal(app.apiOf({ ip }).accounts.resetPassword({ email: address, code, newPassword: 'playground 8' }))
  for (let tries = 0; tries < 10; tries++) {
    expect(await from('198.51.100.1', email, '0000')).toBe(sentences.codeWrong)
  }
  const code = await sendAndReadCode(app, 'resetPassword', email)
  expect(await from('198.51.100.1', email, code)).toBe(sentences.tooManyTries)
  expect(await from('198.51.100.2', email, code)).toBeUndefined()
  for (let tries = 0; tries < 90; tries++) await from('198.51.100.1', `guessed-${tries}@example.test`, '0000')
  expect(await from('198.51.100.1', 'guessed@example.test', '0000')).toBe(sentences.tooManyTries)
})

test('the server sends a code every five minutes, five a day for each purpose', async () => {
  const { email } = newcomer()
  expect(await send('register', email)).toBeUndefined()
  app.clock.advance(4.9)
  expect(await send('register', email)).toBe(sentences.codeJustSent)
  expect(await send('register', email.toUpperCase())).toBe(sentences.codeJustSent)
  for (let sent = 1; sent < 5; sent++) {
    app.clock.advance(5.1)
    expect(await send('register', email)).toBeUndefined()
  }
  app.clock.advance(6)
  expect(await send('register', email)).toBe(sentences.tooManyTries)
  expect(await send('resetPassword', email)).toBeUndefined()
  app.clock.advance(24 * 60)
  expect(await send('register', email)).toBeUndefined()
})

test('one network gets thirty codes an hour, and another is not affected', async () => {
  const sendFrom = (ip: string, email: string) => send('register', email, app.apiOf({ ip }))
  app.clock.advance(60)
  for (let sent = 0; sent < 30; sent++) {
    expect(await sendFrom('198.51.100.4', `many-${sent}@example.test`)).toBeUndefined()
  }
  expect(await sendFrom('198.51.100.4', 'many-30@example.test')).toBe(sentences.tooManyTries)
  expect(await sendFrom('198.51.100.5', 'many-30@example.test')).toBeUndefined()
})

test('the site sends at most 500 codes an hour for each purpose', async () => {
  app.clock.advance(60)
  const sent = { perMinutes: 60, weight: 499 }
  for (const purpose of ['register', 'reset_password'])
    await countTry(app.db, { ...sent, key: `codes:${purpose}` }, app.clock.now())
  const reset = (email: string) => send('resetPassword', email)
  expect(await send('register', newcomer().email)).toBeUndefined()
  expect(await send('register', newcomer().email)).toBe(sentences.tooManyTries)
  for (let nth = 0; nth < 3; nth++) expect(await reset(newcomer().email)).toBeUndefined()
  expect(await reset((await makeAccount(app)).email)).toBeUndefined()
  // Beyond the limit everybody gets the same refusal.
  expect(await reset((await makeAccount(app)).email)).toBe(sentences.tooManyTries)
  expect(await reset(newcomer().email)).toBe(sentences.tooManyTries)
  app.clock.advance(60)
  expect(await send('register', newcomer().email)).toBeUndefined()
})

test('requesting a code gives the same answer after the same work for any address', async () => {
  const { email } = await makeAccount(app)
  const { email: unknown } = newcomer()
  for (const purpose of ['register', 'resetPassword'] as const) {
    const ask = (address: string) =>
      recordDatabaseWork(app, () => accounts.sendCode({ purpose, email: address }))
    const known = await ask(email)
    expect(await ask(unknown)).toEqual(known)
  }
})

test('registering a known address mails that the account exists, without a code', async () => {
  const { email, accountId } = await makeAccount(app)
  expect(await send('register', email)).toBeUndefined()
  const mails = await mailsTo(email)
  expect(mails).toMatchObject([{ purpose: 'account-exists', subject: 'You already have an account' }])
  for (let tries = 0; tries < 5; tries++) {
    const form = { ...newcomer({ email }), code: `000${tries}` }
    expect(await register(form)).toBe(sentences.codeWrong)
  }
  expect(await accountsWith(email)).toMatchObject([{ id: accountId }])
})

test('a reset for an unknown address sends nothing, and no code works', async () => {
  const { email } = newcomer()
  expect(await send('resetPassword', email)).toBeUndefined()
  expect(await mailsTo(email)).toHaveLength(0)
  expect(await reset(email, '0000')).toBe(sentences.codeWrong)
})

// Proves AUTH-43.
test('an address that got an account meanwhile is refused as taken', async () => {
  const form = newcomer()
  const code = await sendAndReadCode(app, 'register', form.email)
  await makeAccount(app, { email: form.email })
  expect(await register({ ...form, code })).toBe(sentences.emailTaken)
})

test('a code is stored as a keyed hash, and a repeated job mails it once', async () => {
  const form = newcomer()
  const code = await sendAndReadCode(app, 'register', form.email)
  const row = () =>
    app.db
      .selectFrom('email_codes')
      .selectAll()
      .where('email', '=', form.email)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  const before = await row()
  expect(before.code_hash).toHaveLength(32)
  await mailCode(app.services, { codeId: before.id })
  expect((await row()).code_hash).toEqual(before.code_hash)
  expect(await mailsTo(form.email)).toHaveLength(1)
  expect(await register({ ...form, code })).toBeUndefined()
})
