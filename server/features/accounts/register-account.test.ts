import { expect, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { makeAccount } from '#testing/make-account.ts'
import { sendAndReadCode, wrongCode } from '#testing/read-code.ts'
import { recordWork } from '#testing/record-work.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { mailCode } from './mail-code.ts'

const app = await startTestApp()

let newcomers = 0
const newcomer = (given: object = {}) => {
  newcomers += 1
  return {
    first_name: 'Ana',
    last_name: 'Reid',
    mobile: '07700 900123',
    email: `ana-${newcomers}@example.test`,
    password: 'playground 7',
    code: '0000',
    ...given,
  }
}
const register = (form: object) => app.call<{ token: string } | null>('user/registerByEmail', form)
const send = (event: string, email: string) => app.call('ems/send', { event, email })
const accountsWith = (email: string) =>
  app.db.selectFrom('accounts').selectAll().where('email', '=', email.toLowerCase()).execute()
const mailsTo = async (email: string) => {
  await app.runJobs()
  return app.db.selectFrom('mails').selectAll().where('to_email', '=', email).orderBy('id').execute()
}

test('what is missing is named in the order of the form', async () => {
  const form = { first_name: '', last_name: '', mobile: '', email: '', password: '', code: '' }
  const steps: [object, string][] = [
    [{}, sentences.firstNameRequired],
    [{ first_name: 'Ana' }, sentences.lastNameRequired],
    [{ last_name: 'Reid' }, sentences.mobileRequired],
    [{ mobile: '07700 900123' }, sentences.emailRequired],
    [{ email: 'ana@example' }, sentences.emailRequired],
    [{ email: 'ana@example.test' }, sentences.passwordRequired],
    [{ password: '12345' }, sentences.passwordLength],
    [{ password: 'x'.repeat(129) }, sentences.passwordLength],
    [{ password: 'liverpool1' }, sentences.passwordTooCommon],
    [{ password: 'playground 7' }, sentences.codeRequired],
  ]
  for (const [given, sentence] of steps) {
    Object.assign(form, given)
    expect(await register(form)).toMatchObject({ status: 200, code: 0, msg: sentence, data: null })
  }
  expect(await accountsWith('ana@example.test')).toHaveLength(0)
})

test.each([
  'not an address',
  'a@b',
  'a b@example.test',
  'a@example.test, b@example.test',
  'a@b.test\r\nBcc: x@y.test',
])('no code is sent to %j', async email => {
  expect(await send('register', email)).toMatchObject({ code: 0, msg: sentences.emailRequired })
})

test('an unknown purpose is refused', async () => {
  expect((await send('loan', 'loan@example.test')).code).toBe(0)
  expect(await mailsTo('loan@example.test')).toHaveLength(0)
})

test('without a code that was sent there, nobody registers', async () => {
  const form = newcomer()
  expect(await register(form)).toMatchObject({ code: 0, msg: sentences.codeWrong })
  expect(await accountsWith(form.email)).toHaveLength(0)
})

test('the mailed code opens the account and signs in', async () => {
  const form = newcomer({ email: 'Mixed.Case@Example.Test' })
  const code = await sendAndReadCode(app, 'register', form.email)
  const answer = await register({ ...form, code })
  expect(answer.code).toBe(1)
  expect(await app.call('user/getUserDetails', {}, answer.data?.token)).toMatchObject({
    code: 1,
    data: { first_name: 'Ana', last_name: 'Reid', mobile: '07700 900123', email: 'mixed.case@example.test' },
  })
  const [account] = await accountsWith(form.email)
  expect(account?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(account).toMatchObject({ credit_balance: 0, points_balance: 0, status: 'active' })
})

test('what a registration must not decide is ignored', async () => {
  const form = newcomer({ score: 500, combo_num: 50, id: 1, status: 'closed', role: 'staff' })
  const code = await sendAndReadCode(app, 'register', form.email)
  expect((await register({ ...form, code })).code).toBe(1)
  expect(await accountsWith(form.email)).toMatchObject([
    { credit_balance: 0, points_balance: 0, status: 'active' },
  ])
})

test('a code opens one account, once', async () => {
  const form = newcomer()
  const code = await sendAndReadCode(app, 'register', form.email)
  expect((await register({ ...form, code })).code).toBe(1)
  expect(await register({ ...form, code })).toMatchObject({ code: 0, msg: sentences.codeWrong })
  expect(await accountsWith(form.email)).toHaveLength(1)
})

test('a code is for its own address and its own purpose', async () => {
  const form = newcomer()
  const code = await sendAndReadCode(app, 'register', form.email)
  const stranger = await makeAccount(app)
  expect((await register({ ...newcomer(), code })).msg).toBe(sentences.codeWrong)
  expect(
    (await app.call('user/resetpwd', { email: stranger.email, code, newpassword: 'playground 8' })).msg,
  ).toBe(sentences.codeWrong)
  expect((await register({ ...form, code })).code).toBe(1)
})

test('only the newest code counts', async () => {
  const form = newcomer()
  const first = await sendAndReadCode(app, 'register', form.email)
  app.clock.advance(6)
  const second = await sendAndReadCode(app, 'register', form.email)
  if (first !== second) expect((await register({ ...form, code: first })).msg).toBe(sentences.codeWrong)
  expect((await register({ ...form, code: second })).code).toBe(1)
})

test('a code lasts ten minutes', async () => {
  const [early, late] = [newcomer(), newcomer()]
  const earlyCode = await sendAndReadCode(app, 'register', early.email)
  const lateCode = await sendAndReadCode(app, 'register', late.email)
  app.clock.advance(9.9)
  expect((await register({ ...early, code: earlyCode })).code).toBe(1)
  app.clock.advance(0.2)
  expect((await register({ ...late, code: lateCode })).msg).toBe(sentences.codeWrong)
})

test('four wrong tries leave the right code good, five end it', async () => {
  const [careless, guesser] = [newcomer(), newcomer()]
  const carelessCode = await sendAndReadCode(app, 'register', careless.email)
  const guessedCode = await sendAndReadCode(app, 'register', guesser.email)
  for (let tries = 0; tries < 4; tries++) await register({ ...careless, code: wrongCode(carelessCode) })
  expect((await register({ ...careless, code: carelessCode })).code).toBe(1)
  for (let tries = 0; tries < 5; tries++) await register({ ...guesser, code: wrongCode(guessedCode) })
  expect((await register({ ...guesser, code: guessedCode })).msg).toBe(sentences.codeWrong)
})

test('after ten wrong tries in a day a new code helps nobody either', async () => {
  const form = newcomer()
  for (let round = 0; round < 2; round++) {
    const code = await sendAndReadCode(app, 'register', form.email)
    for (let tries = 0; tries < 5; tries++) await register({ ...form, code: wrongCode(code) })
    app.clock.advance(6)
  }
  const third = await sendAndReadCode(app, 'register', form.email)
  expect((await register({ ...form, code: third })).msg).toBe(sentences.codeWrong)
  app.clock.advance(24 * 60)
  const nextDay = await sendAndReadCode(app, 'register', form.email)
  expect((await register({ ...form, code: nextDay })).code).toBe(1)
})

test('the server itself waits five minutes between two codes, and sends five a day', async () => {
  const { email } = newcomer()
  expect((await send('register', email)).code).toBe(1)
  app.clock.advance(4.9)
  expect(await send('register', email)).toMatchObject({ status: 200, code: 0, msg: sentences.codeJustSent })
  expect(await send('register', email.toUpperCase())).toMatchObject({ msg: sentences.codeJustSent })
  for (let sent = 1; sent < 5; sent++) {
    app.clock.advance(5.1)
    expect((await send('register', email)).code).toBe(1)
  }
  app.clock.advance(6)
  expect(await send('register', email)).toMatchObject({ code: 0, msg: sentences.tooManyTries })
  expect(await send('resetpwd', email)).toMatchObject({ code: 0, msg: sentences.tooManyTries })
  app.clock.advance(24 * 60)
  expect((await send('register', email)).code).toBe(1)
})

test('one place is sent thirty codes an hour, and another is not affected', async () => {
  const sendFrom = (ip: string, email: string) =>
    app.http
      .inject({
        method: 'POST',
        url: '/api/ems/send',
        remoteAddress: ip,
        payload: JSON.stringify({ event: 'register', email }),
      })
      .then(response => response.json<{ code: number; msg: string }>())
  app.clock.advance(60)
  for (let sent = 0; sent < 30; sent++) {
    expect((await sendFrom('198.51.100.4', `many-${sent}@example.test`)).code).toBe(1)
  }
  expect(await sendFrom('198.51.100.4', 'many-30@example.test')).toMatchObject({
    code: 0,
    msg: sentences.tooManyTries,
  })
  expect((await sendFrom('198.51.100.5', 'many-30@example.test')).code).toBe(1)
})

test('the whole site sends five hundred codes an hour at most', async () => {
  app.clock.advance(60)
  for (let sent = 0; sent < 500; sent++) {
    const response = await app.http.inject({
      method: 'POST',
      url: '/api/ems/send',
      remoteAddress: `10.1.${sent >> 4}.${sent % 16}`,
      payload: JSON.stringify({ event: 'register', email: `flood-${sent}@example.test` }),
    })
    if (sent === 0 || sent === 499) expect(response.json()).toMatchObject({ code: 1 })
  }
  expect(await send('register', 'flood-500@example.test')).toMatchObject({ msg: sentences.tooManyTries })
  await app.db.deleteFrom('jobs').where('kind', '=', 'mail-code').execute()
  app.clock.advance(60)
  expect((await send('register', 'flood-500@example.test')).code).toBe(1)
})

test('asking for a code answers and works the same for a known and an unknown address', async () => {
  const { email } = await makeAccount(app)
  const { email: unknown } = newcomer()
  for (const event of ['register', 'resetpwd']) {
    const answers: unknown[] = []
    const known = await recordWork(app, async () => answers.push(await send(event, email)))
    const stranger = await recordWork(app, async () => answers.push(await send(event, unknown)))
    expect(stranger).toEqual(known)
    expect(answers[1]).toEqual(answers[0])
    expect(answers[0]).toMatchObject({ status: 200, code: 1, data: null })
  }
})

test('registering a known address mails that there is an account, and no code', async () => {
  const { email, accountId } = await makeAccount(app)
  expect((await send('register', email)).code).toBe(1)
  const mails = await mailsTo(email)
  expect(mails).toMatchObject([{ purpose: 'account-exists', subject: 'You already have an account' }])
  for (let tries = 0; tries < 5; tries++) {
    const answer = await register({ ...newcomer({ email }), code: `000${tries}` })
    expect(answer.msg).toBe(sentences.codeWrong)
  }
  expect(await accountsWith(email)).toMatchObject([{ id: accountId }])
})

test('a reset for an unknown address sends nothing, and no code fits it', async () => {
  const { email } = newcomer()
  expect((await send('resetpwd', email)).code).toBe(1)
  expect(await mailsTo(email)).toHaveLength(0)
  const answer = await app.call('user/resetpwd', { email, code: '0000', newpassword: 'playground 8' })
  expect(answer).toMatchObject({ code: 0, msg: sentences.codeWrong })
})

test('an address that found an account in the meantime is taken', async () => {
  const form = newcomer()
  const code = await sendAndReadCode(app, 'register', form.email)
  await makeAccount(app, { email: form.email })
  expect(await register({ ...form, code })).toMatchObject({ code: 0, msg: sentences.emailTaken })
})

test('a code is kept as a keyed hash, and a job that runs again mails it once', async () => {
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
  expect((await register({ ...form, code })).code).toBe(1)
})
