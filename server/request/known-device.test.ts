import { expect, test } from 'vitest'
import { type Envelope, makeApi } from '#contract/client.ts'
import { sentences } from '#domain/sentences.ts'
import { triesByOwn, triesByStrangers } from '#server/features/accounts/sign-in.ts'
import { makeAccount, testPassword } from '#testing/make-account.ts'
import { sendAndReadCode, wrongCode } from '#testing/read-code.ts'
import { recordDatabaseWork } from '#testing/record-database-work.ts'
import { refusal } from '#testing/refusal.ts'
import { rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { countTry } from './rate-limit.ts'

const app = await startTestApp()

/** Simulates a browser, which stores its cookies and sends each to its path. */
function openBrowser(ip = '192.0.2.1') {
  const jar = new Map<string, string>()
  let token = ''
  let given: string[] = []
  const kept = (url: string) => [...jar].filter(([path]) => url.startsWith(path)).map(([, cookie]) => cookie)
  const { accounts } = makeApi(() => async (path, body) => {
    const response = await app.http.inject({
      method: 'POST',
      url: `/api/${path}`,
      remoteAddress: ip,
      headers: { token, cookie: ['other=1', ...kept(`/api/${path}`)].join('; ') },
      payload: JSON.stringify(body),
    })
    given = [response.headers['set-cookie'] ?? []].flat()
    for (const cookie of given) jar.set(/Path=([^;]+)/.exec(cookie)?.[1] ?? '', cookie.split(';')[0] ?? '')
    const answer = response.json<Envelope>()
    token = (answer.data as { token?: string } | null)?.token ?? token
    return answer
  })
  return {
    accounts,
    logIn: (email: string, password = testPassword) => refusal(accounts.signIn({ email, password })),
    cookies: () => ({ kept: kept('/api/user/'), given }),
  }
}
const subjectsTo = async (email: string) => {
  await app.runJobs()
  const mails = await rowsOf(app.db, 'mails', { to_email: email })
  return mails.map(({ subject }) => subject)
}
const newDevice = 'Somebody logged in on a new device'
const manyTries = 'Many wrong passwords for your account'

test('a log-in on a new device is reported to the owner, the next one on it is not', async () => {
  const { email } = await makeAccount(app)
  const [phone, laptop] = [openBrowser(), openBrowser()]
  await phone.logIn(email)
  expect(await subjectsTo(email)).toEqual([newDevice])
  await phone.logIn(email.toUpperCase())
  expect(await subjectsTo(email)).toHaveLength(1)
  await laptop.logIn(email)
  expect(await subjectsTo(email)).toHaveLength(2)
})

test('the device that registered the account is not new', async () => {
  const browser = openBrowser()
  const email = 'opened-here@example.test'
  const name = { firstName: 'Ana', lastName: 'Reid', mobile: '07700 900100' }
  const code = await sendAndReadCode(app, 'register', email)
  await browser.accounts.register({ ...name, email, password: testPassword, code })
  await browser.logIn(email)
  expect(await subjectsTo(email)).not.toContain(newDevice)
})

test('a new password makes every device unknown but the one that changed or reset it', async () => {
  const { email } = await makeAccount(app)
  const [own, thiefs] = [openBrowser(), openBrowser()]
  const news = async () => (await subjectsTo(email)).filter(subject => subject === newDevice).length
  await thiefs.logIn(email)
  await own.logIn(email)
  await own.accounts.changePassword({ oldPassword: testPassword, newPassword: 'playground 8' })
  await own.logIn(email, 'playground 8')
  expect(await news()).toBe(2)
  await thiefs.logIn(email, 'playground 8')
  expect(await news()).toBe(3)
  const code = await sendAndReadCode(app, 'resetPassword', email)
  await own.accounts.resetPassword({ email, code, newPassword: 'playground 9' })
  for (const browser of [own, thiefs]) await browser.logIn(email, 'playground 9')
  expect(await news()).toBe(4)
})

test('a shared device is known to five accounts; a sixth replaces the longest unused one', async () => {
  const browser = openBrowser()
  const family = [1, 2, 3, 4, 5, 6]
  const accounts = await Promise.all(family.map(() => makeAccount(app)))
  for (const { email } of accounts) await browser.logIn(email)
  for (const { email } of accounts.slice(1)) await browser.logIn(email)
  for (const { email } of accounts) expect(await subjectsTo(email)).toHaveLength(1)
  await browser.logIn(accounts[0]?.email ?? '')
  expect(await subjectsTo(accounts[0]?.email ?? '')).toHaveLength(2)
})

test('the cookie goes only to account calls, is hidden from scripts, and needs the password', async () => {
  const { email } = await makeAccount(app)
  const { logIn, cookies } = openBrowser()
  await logIn(email, 'not it')
  expect(cookies().given).toEqual([])
  await logIn(email)
  const cookieOf = (area: string) =>
    new RegExp(`^maypole-device=[\\w-]{43}; Path=/api/${area}/; Max-Age=34560000; HttpOnly; SameSite=Strict$`)
  expect(cookies().given).toEqual(['user', 'ems'].map(area => expect.stringMatching(cookieOf(area))))
  expect(cookies().given.join()).not.toContain(email)
  const withCookie = app.apiOf({ headers: { cookie: cookies().kept.join() } })
  expect(await refusal(withCookie.accounts.profile())).toBe(`401 ${sentences.pleaseLogIn}`)
})

test('a mailbox is told of at most five new devices a day', async () => {
  const { email } = await makeAccount(app)
  for (let devices = 0; devices < 7; devices++) await openBrowser(`192.0.2.${devices}`).logIn(email)
  expect(await subjectsTo(email)).toHaveLength(5)
})

let places = 0
const guess = async (email: string) => {
  places += 1
  const { logIn, cookies } = openBrowser(`203.0.${places >> 8}.${places & 255}`)
  const told = await logIn(email, 'a guess')
  expect(cookies().given).toEqual([])
  return told
}

const countTries = async (email: string, tries: number) => {
  for (let nth = 0; nth < tries; nth++) await countTry(app.db, triesByStrangers(email), app.clock.now())
}

test('fifty wrong passwords a day block strangers from an account, but not its own devices', async () => {
  const { email } = await makeAccount(app)
  const own = openBrowser()
  const forger = openBrowser()
  await own.logIn(email)
  await forger.logIn((await makeAccount(app)).email)
  for (let tries = 0; tries < 50; tries++) expect(await guess(email)).toBe(sentences.wrongLogin)
  expect(await openBrowser().logIn(email)).toBe(sentences.tooManyTries)
  expect(await forger.logIn(email)).toBe(sentences.tooManyTries)
  expect(await own.logIn(email)).toBeUndefined()
  expect(await openBrowser().logIn(email)).toBe(sentences.tooManyTries)
  expect(await subjectsTo(email)).toEqual([newDevice, manyTries])

  const code = await sendAndReadCode(app, 'resetPassword', email)
  await openBrowser().accounts.resetPassword({ email, code, newPassword: testPassword })
  expect(await openBrowser().logIn(email)).toBeUndefined()
  await countTries(email, 50)
  expect(await guess(email)).toBe(sentences.tooManyTries)
  expect((await subjectsTo(email)).filter(subject => subject === manyTries)).toHaveLength(1)
  app.clock.advance(24 * 60)
  expect(await openBrowser().logIn(email)).toBeUndefined()
})

test("a network's wrong passwords block its strangers, while a known device has 200 a day", async () => {
  const { email } = await makeAccount(app)
  const [own, neighbour] = [openBrowser('198.51.100.40'), openBrowser('198.51.100.40')]
  await own.logIn(email)
  for (let tries = 0; tries < 100; tries += 10) {
    const ten = Array.from({ length: 10 }, (_, n) => `hall-${tries + n}@example.test`)
    await Promise.all(ten.map(someone => neighbour.logIn(someone, 'a guess')))
  }
  expect(await neighbour.logIn(email)).toBe(sentences.tooManyTries)
  expect(await own.logIn(email)).toBeUndefined()
  await countTry(app.db, { ...triesByOwn(email), weight: 199 }, app.clock.now())
  expect(await own.logIn(email, 'a guess')).toBe(sentences.wrongLogin)
  expect(await own.logIn(email)).toBe(sentences.tooManyTries)
  // A reset lets a device in again and makes it known.
  const code = await sendAndReadCode(app, 'resetPassword', email)
  const next = openBrowser()
  await next.accounts.resetPassword({ email, code, newPassword: testPassword })
  for (let times = 0; times < 2; times++) expect(await next.logIn(email)).toBeUndefined()
})

test("strangers' wrong codes do not use up the five tries of the owner's device", async () => {
  const { email } = await makeAccount(app)
  const own = openBrowser()
  await own.logIn(email)
  const reset = ({ accounts }: typeof own, code: string) =>
    refusal(accounts.resetPassword({ email, code, newPassword: testPassword }))
  const code = await sendAndReadCode(app, 'resetPassword', email)
  for (let tries = 0; tries < 10; tries++) await reset(openBrowser(`198.51.100.${tries}`), wrongCode(code))
  expect(await reset(openBrowser('198.51.100.99'), code)).toBe(sentences.codeWrong)
  expect(await reset(own, code)).toBeUndefined()
  app.clock.advance(6)
  const next = await sendAndReadCode(app, 'resetPassword', email)
  for (let tries = 0; tries < 5; tries++) await reset(own, wrongCode(next))
  expect(await reset(own, next)).toBe(sentences.codeWrong)
})

test("codes that strangers request leave five a day for the owner's device", async () => {
  const { email } = await makeAccount(app)
  const own = openBrowser()
  await own.logIn(email)
  const ask = ({ accounts }: typeof own) => refusal(accounts.sendCode({ purpose: 'resetPassword', email }))
  const askFive = async (browser: typeof own) => {
    for (let asked = 0; asked < 5; asked++) {
      expect(await ask(browser)).toBeUndefined()
      app.clock.advance(6)
    }
  }
  await askFive(openBrowser('198.51.100.9'))
  expect(await ask(openBrowser('198.51.100.9'))).toBe(sentences.tooManyTries)
  await askFive(own)
  expect(await ask(own)).toBe(sentences.tooManyTries)
})

test('a successful log-in does not count as a try', async () => {
  const { email } = await makeAccount(app)
  for (let times = 0; times < 51; times++) expect(await openBrowser().logIn(email)).toBeUndefined()
})

test('an unknown address is refused in the same words after the same work, and nobody is mailed', async () => {
  const { email: known } = await makeAccount(app)
  const unknown = 'no-account@example.test'
  for (const email of [known, unknown]) await countTries(email, 50)
  for (const nth of ['the try that is refused first', 'the one after it']) {
    const answers: unknown[] = []
    const [one, other] = [
      await recordDatabaseWork(app, async () => answers.push(await guess(known))),
      await recordDatabaseWork(app, async () => answers.push(await guess(unknown))),
    ]
    expect({ nth, work: other }).toEqual({ nth, work: one })
    expect(answers[1]).toEqual(answers[0])
  }
  expect(await subjectsTo(unknown)).toEqual([])
})
