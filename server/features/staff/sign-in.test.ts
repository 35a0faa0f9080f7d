import { expect, test } from 'vitest'
import { mailWishes } from '#domain/office/mail-wishes.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { sentences } from '#domain/sentences.ts'
import { countTry } from '#server/request/rate-limit.ts'
import { makeStaff } from '#testing/office-client.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { softwareAuthenticator } from '#testing/software-authenticator.ts'
import {
  codeOf,
  enrolWithCodes,
  enrolWithPasskey,
  openBrowser,
  staffPassword,
  writeLink,
} from '#testing/staff-sign-in.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { inviteFirstOwner, inviteFromServer } from './invite-first-owner.ts'

const app = await startTestApp()
const site = () => app.services.config.publicUrl
const failed = officeSentences.signInFailed
const signedOut = officeSentences.signInAgain
const mailsTo = async (email: string) =>
  (await rowsOf(app.db, 'mails', { to_email: email })).map(({ subject }) => subject)

const passkeyOf = async (
  browser: ReturnType<typeof openBrowser>,
  passkey: ReturnType<typeof softwareAuthenticator>,
) => {
  const { attempt, options } = await browser.api.session.passkeyAsk({})
  return { attempt, credential: passkey.answer(options) }
}

test('the first owner signs in by the link printed at the start, which then no longer works', async () => {
  const place = { officeUrl: site(), now: app.clock.now() }
  const ended = await inviteFirstOwner(app.db, place)
  const link = (await inviteFirstOwner(app.db, place)) ?? ''
  expect(link).toMatch(/\/office\/welcome#[\w-]{43}$/)
  const tokenOf = (address = '') => address.split('#')[1] ?? ''
  const { session } = openBrowser(app).api
  // A later start ends the link of the one before.
  expect(await refusal(session.readWelcome({ token: tokenOf(ended) }))).toBe(officeSentences.linkEnded)
  const given = { token: tokenOf(link), fullName: 'Ann Perry', email: 'first@example.test' }
  expect(await session.readWelcome({ token: given.token })).toMatchObject({ email: '', role: 'owner' })
  const { attempt } = await session.welcome(given)
  const { options } = await session.passkeyOptions({ attempt })
  const { codes } = await session.passkeyRegister({
    attempt,
    credential: softwareAuthenticator(site()).make(options),
  })
  expect(new Set(codes).size).toBe(10)
  expect(await session.me({})).toMatchObject({ fullName: 'Ann Perry', role: 'owner' })
  expect(await refusal(session.welcome(given))).toBe(officeSentences.linkEnded)
  expect(await inviteFirstOwner(app.db, place)).toBeUndefined()
})

test('a link works for a day, and its form names missing fields', async () => {
  const { session } = openBrowser(app).api
  const token = await writeLink(app, '')
  expect(await refusal(session.readWelcome({ token }))).toBe(officeSentences.linkEnded)
  const mine = await writeLink(app, 'late@example.test')
  expect(await refusal(session.welcome({ token: mine, fullName: '', email: '' }))).toBe(
    officeSentences.fullNameRequired,
  )
  app.clock.advance(24 * 60 + 1)
  expect(await refusal(session.readWelcome({ token: mine }))).toBe(officeSentences.linkEnded)
})

test('if two use an invitation at once, one is admitted', async () => {
  const token = await writeLink(app, 'twice@example.test')
  const come = async () => {
    const { session } = openBrowser(app).api
    const { attempt } = await session.welcome({ token, fullName: 'Cy', email: 'other@example.test' })
    const { options } = await session.passkeyOptions({ attempt })
    return () => session.passkeyRegister({ attempt, credential: softwareAuthenticator(site()).make(options) })
  }
  const [one, other] = [await come(), await come()]
  const answers = await Promise.all([refusal(one()), refusal(other())])
  expect(answers.sort()).toEqual([officeSentences.linkEnded, undefined])
  // The mail has proved its address: no other can be given.
  expect(await rowsOf(app.db, 'staff', { email: 'other@example.test' })).toEqual([])
  await rowOf(app.db, 'staff', { email: 'twice@example.test' })
})

test('by default an owner is mailed about everything, the front desk about its own work', async () => {
  const wishesOf = async (role: 'owner' | 'frontDesk') => {
    const { email } = await enrolWithCodes(app, role)
    return (await rowOf(app.db, 'staff', { email })).mail_wishes
  }
  expect(await wishesOf('owner')).toEqual(Object.keys(mailWishes))
  expect(await wishesOf('frontDesk')).toEqual(['enquiry', 'stock'])
})

test('password and code sign a member in, and each code works once', async () => {
  const { email, key } = await enrolWithCodes(app)
  const browser = openBrowser(app)
  const begin = async () => (await browser.api.session.signIn({ email, password: staffPassword })).attempt
  // The step that confirmed the authenticator is used.
  expect(await refusal(browser.api.session.prove({ attempt: await begin(), code: codeOf(app, key) }))).toBe(
    failed,
  )
  app.clock.advance(1)
  const code = codeOf(app, key)
  await browser.api.session.prove({ attempt: await begin(), code })
  expect(await browser.api.session.me({})).toMatchObject({ role: 'owner' })
  expect(await refusal(browser.api.session.prove({ attempt: await begin(), code }))).toBe(failed)
  expect(await mailsTo(email)).toContain('Somebody signed in to the office on a new device')
})

test('a sign-in on a known device is not mailed again', async () => {
  const { email, key, browser } = await enrolWithCodes(app)
  await browser.api.session.signOut({})
  app.clock.advance(1)
  const { attempt } = await browser.api.session.signIn({ email, password: staffPassword })
  await browser.api.session.prove({ attempt, code: codeOf(app, key) })
  expect(await mailsTo(email)).toEqual([])
})

test('every failure has the same message, and a password alone signs nobody in', async () => {
  const { email } = await enrolWithCodes(app)
  const { email: suspended } = await enrolWithCodes(app)
  await changeRows(app.db, 'staff', { email: suspended }, { status: 'suspended' })
  const { email: passkeyOnly } = await enrolWithPasskey(app)
  const browser = openBrowser(app)
  for (const [who, password] of [
    [email, 'not it at all'],
    ['nobody@example.test', staffPassword],
    [suspended, staffPassword],
    [passkeyOnly, ''],
  ] as const) {
    expect(await refusal(browser.api.session.signIn({ email: who, password }))).toBe(failed)
  }
  await browser.api.session.signIn({ email, password: staffPassword })
  expect(await refusal(browser.api.session.me({}))).toBe(signedOut)
})

test('five wrong codes end the attempt, and the member is told', async () => {
  const { email, key } = await enrolWithCodes(app)
  const { session } = openBrowser(app).api
  const { attempt } = await session.signIn({ email, password: staffPassword })
  for (let tries = 0; tries < 5; tries++) {
    expect(await refusal(session.prove({ attempt, code: '000000' }))).toBe(failed)
  }
  app.clock.advance(1)
  expect(await refusal(session.prove({ attempt, code: codeOf(app, key) }))).toBe(failed)
  expect(await mailsTo(email)).toContain('Five wrong codes at the office')
})

test('a failed sign-in is logged with its member and method; an unknown address is not', async () => {
  const { email } = await enrolWithCodes(app)
  const { id } = await rowOf(app.db, 'staff', { email })
  const failures = async () =>
    (await rowsOf(app.db, 'staff_actions', { action: 'session.signInFailed' })).length
  const before = await failures()
  const { session } = openBrowser(app).api
  await refusal(session.signIn({ email: 'nobody@example.test', password: 'a wrong guess' }))
  expect(await failures()).toBe(before)

  await refusal(session.signIn({ email, password: 'a wrong guess' }))
  const { attempt } = await session.signIn({ email, password: staffPassword })
  await refusal(session.prove({ attempt, code: '000000' }))
  await refusal(session.recover({ email, password: 'a wrong guess', code: 'aaaaa-aaaaa' }))
  await refusal(session.recover({ email, password: staffPassword, code: 'aaaaa-aaaaa' }))
  const logged = await rowsOf(app.db, 'staff_actions', { action: 'session.signInFailed', staff_id: id })
  expect(logged.map(({ facts }) => facts)).toEqual(
    ['password', 'code', 'password', 'recoveryCode'].map(way => ({ way, isNewDevice: true })),
  )
  expect(logged[0]).toMatchObject({ subject_kind: 'staff', subject_id: id, session_id: null })
  // A manager reads how the team signed in, but not how owners did.
  const manager = await app.office('manager')
  const { items } = await manager.health.log({ words: 'Sign-in failed' })
  expect(items.filter(({ subjectId }) => subjectId === id)).toEqual([])
})

test('simultaneous guesses are counted too', async () => {
  const { email } = await enrolWithCodes(app)
  const { session } = openBrowser(app).api
  const { attempt } = await session.signIn({ email, password: staffPassword })
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => refusal(session.prove({ attempt, code: `00000${n % 10}` }))),
  )
  const { id } = await rowOf(app.db, 'staff', { email })
  const { wrong_codes } = await rowOf(app.db, 'staff_attempts', { staff_id: id })
  expect(wrong_codes).toBe(5)
})

test('ten wrong passwords block that network, while the member signs in from another', async () => {
  const { email, key } = await enrolWithCodes(app)
  const stranger = openBrowser(app)
  const tryIn = () => refusal(stranger.api.session.signIn({ email, password: 'a wrong guess' }))
  for (let tries = 0; tries < 10; tries++) expect(await tryIn()).toBe(failed)
  expect(await tryIn()).toBe(sentences.tooManyTries)
  app.clock.advance(1)
  const { session } = openBrowser(app).api
  const { attempt } = await session.signIn({ email, password: staffPassword })
  await session.prove({ attempt, code: codeOf(app, key) })
})

test('strangers are stopped after fifty tries, but not the member’s own device', async () => {
  const { email, key, browser } = await enrolWithCodes(app)
  await browser.api.session.signOut({})
  for (let tries = 0; tries < 50; tries++) {
    await refusal(openBrowser(app).api.session.signIn({ email, password: 'a wrong guess' }))
  }
  expect(await refusal(openBrowser(app).api.session.signIn({ email, password: staffPassword }))).toBe(
    sentences.tooManyTries,
  )
  app.clock.advance(1)
  const { attempt } = await browser.api.session.signIn({ email, password: staffPassword })
  await browser.api.session.prove({ attempt, code: codeOf(app, key) })
})

test('wrong passwords from everywhere do not block recovery', async () => {
  const { email, codes } = await enrolWithCodes(app)
  const { session } = openBrowser(app).api
  const strangers = { key: `office-anywhere:${email}`, perMinutes: 24 * 60, weight: 50 }
  await countTry(app.db, strangers, app.clock.now())
  expect(await refusal(session.signIn({ email, password: staffPassword }))).toBe(sentences.tooManyTries)
  const [code = ''] = codes
  expect(await refusal(session.recover({ email, password: 'a wrong guess', code }))).toBe(failed)
  expect(await refusal(session.recover({ email, password: staffPassword, code }))).toBeUndefined()
})

test('recovery is limited by network, and a stranger’s address is answered like a member’s', async () => {
  const { email, codes } = await enrolWithPasskey(app)
  const askedFor = async (who: string) => {
    const { session } = openBrowser(app).api
    const answers: (string | undefined)[] = []
    for (let tries = 0; tries < 21; tries++)
      answers.push(await refusal(session.recover({ email: who, password: '', code: 'aaaa-aaaa' })))
    return answers
  }
  const answers = await askedFor(email)
  expect(answers.at(-1)).toBe(sentences.tooManyTries)
  expect(await askedFor('nobody@example.test')).toEqual(answers)
  expect(await askedFor('nobody@example.test')).toEqual(answers)
  const { session } = openBrowser(app).api
  expect(await refusal(session.recover({ email, password: '', code: codes[0] ?? '' }))).toBeUndefined()
})

test('wrong codes from somebody who knows the password do not use up recovery codes', async () => {
  const { email, codes } = await enrolWithCodes(app)
  for (let times = 0; times < 5; times++) {
    const { session } = openBrowser(app).api
    const { attempt } = await session.signIn({ email, password: staffPassword })
    for (let tries = 0; tries < 5; tries++) await refusal(session.prove({ attempt, code: '000000' }))
  }
  const { session } = openBrowser(app).api
  const { attempt } = await session.signIn({ email, password: staffPassword })
  expect(await refusal(session.prove({ attempt, code: '000000' }))).toBe(sentences.tooManyTries)
  expect(await refusal(session.prove({ attempt, code: codes[0] ?? '' }))).toBeUndefined()
})

test("a known device has thirty codes a day, which strangers' guesses do not use up", async () => {
  const { email, key, browser } = await enrolWithCodes(app)
  await browser.api.session.signOut({})
  /** Guesses five codes with the right password. */
  const guess = async ({ api: { session } }: typeof browser) => {
    const { attempt } = await session.signIn({ email, password: staffPassword })
    const told = Array.from({ length: 5 }, () => refusal(session.prove({ attempt, code: '000000' })))
    return (await Promise.all(told)).at(-1)
  }
  for (let times = 0; times < 4; times++) expect(await guess(openBrowser(app))).toBe(failed)
  expect(await guess(openBrowser(app))).toBe(sentences.tooManyTries)
  app.clock.advance(1)
  const { attempt } = await browser.api.session.signIn({ email, password: staffPassword })
  await browser.api.session.prove({ attempt, code: codeOf(app, key) })
  for (let times = 0; times < 6; times++) expect(await guess(browser)).toBe(failed)
  expect(await guess(browser)).toBe(sentences.tooManyTries)
})

test('wrong passwords block strangers of a network, but not its known devices and passkeys', async () => {
  const { email, key, browser } = await enrolWithCodes(app)
  const { passkey } = await enrolWithPasskey(app)
  await browser.api.session.signOut({})
  const { session } = openBrowser(app, browser.ip).api
  const tryIn = (who: string) => refusal(session.signIn({ email: who, password: 'a wrong guess' }))
  for (let tries = 0; tries < 100; tries += 10) {
    const ten = Array.from({ length: 10 }, (_, n) => `nobody-${tries + n}@example.test`)
    await Promise.all(ten.map(tryIn))
  }
  expect(await tryIn('nobody@example.test')).toBe(sentences.tooManyTries)
  app.clock.advance(1)
  const { attempt } = await browser.api.session.signIn({ email, password: staffPassword })
  await browser.api.session.prove({ attempt, code: codeOf(app, key) })
  const phone = openBrowser(app, browser.ip)
  await phone.api.session.passkeySignIn(await passkeyOf(phone, passkey))
  const token = await writeLink(app, 'at-the-hall@example.test')
  // Successes are not counted.
  for (let times = 0; times < 101; times++) await session.readWelcome({ token })
  for (let tries = 0; tries < 100; tries++) await refusal(session.readWelcome({ token: '' }))
  expect(await refusal(session.readWelcome({ token }))).toBe(sentences.tooManyTries)
  await phone.api.session.passkeySignIn(await passkeyOf(phone, passkey))
})

test('a passkey with user verification is a complete sign-in', async () => {
  const { passkey } = await enrolWithPasskey(app, 'teacher')
  const browser = openBrowser(app)
  await browser.api.session.passkeySignIn(await passkeyOf(browser, passkey))
  expect(await browser.api.session.me({})).toMatchObject({ role: 'teacher' })
})

test('a network that endlessly asks for passkeys is blocked', async () => {
  const ask = (ip: string) => app.officeCall('Office/Session/passkeyAsk', {}, { ip })
  const codes: number[] = []
  for (let asked = 0; asked < 301; asked += 1) codes.push((await ask('203.0.113.77')).code)
  expect(codes.filter(code => code !== 1)).toHaveLength(1)
  expect(await ask('203.0.113.78')).toMatchObject({ code: 1 })
})

test("a passkey's answer works once, for its own challenge, site and person", async () => {
  const { passkey } = await enrolWithPasskey(app)
  const browser = openBrowser(app)
  const { session } = browser.api
  const answer = await passkeyOf(browser, passkey)
  await session.passkeySignIn(answer)
  expect(await refusal(session.passkeySignIn(answer)), 'replayed').toBe(failed)
  const { attempt } = await session.passkeyAsk({})
  expect(await refusal(session.passkeySignIn({ ...answer, attempt })), 'of another challenge').toBe(failed)
  const asked = await session.passkeyAsk({})
  const unverified = passkey.answer(asked.options, false)
  expect(await refusal(session.passkeySignIn({ attempt: asked.attempt, credential: unverified }))).toBe(
    failed,
  )
  passkey.turnBack()
  expect(await refusal(session.passkeySignIn(await passkeyOf(browser, passkey))), 'a copy').toBe(failed)
  const stranger = softwareAuthenticator(site())
  expect(await refusal(session.passkeySignIn(await passkeyOf(browser, stranger)))).toBe(failed)
  for (const credential of ['', '{}', '[]', 'null', '{"id":1}']) {
    const { attempt } = await session.passkeyAsk({})
    expect(await refusal(session.passkeySignIn({ attempt, credential }))).toBe(failed)
  }
})

test('an answer of a passkey without a counter also works only once', async () => {
  const { passkey } = await enrolWithPasskey(app, 'owner', true)
  const browser = openBrowser(app)
  for (let times = 0; times < 2; times++) {
    const answer = await passkeyOf(browser, passkey)
    await browser.api.session.passkeySignIn(answer)
    expect(await refusal(browser.api.session.passkeySignIn(answer))).toBe(failed)
  }
})

test('a new passkey is refused from another site, or without user verification', async () => {
  const { session } = openBrowser(app).api
  const token = await writeLink(app, 'phished@example.test')
  const { attempt } = await session.welcome({ token, fullName: 'Di', email: '' })
  const { options } = await session.passkeyOptions({ attempt })
  const elsewhere = softwareAuthenticator('https://other.example.test').make(options)
  const unverified = softwareAuthenticator(site()).make(options, false)
  for (const credential of [elsewhere, unverified, '']) {
    expect(await refusal(session.passkeyRegister({ attempt, credential }))).toBe(failed)
  }
})

test('each sign-in creates a new session, so a cookie planted before is useless', async () => {
  const { passkey } = await enrolWithPasskey(app)
  const browser = openBrowser(app)
  await browser.api.session.passkeySignIn(await passkeyOf(browser, passkey))
  const first = browser.token()
  await browser.api.session.passkeySignIn(await passkeyOf(browser, passkey))
  expect(browser.token()).not.toBe(first)
  const planted = 'x'.repeat(43)
  const asked = await browser.api.session.passkeyAsk({})
  const answer = { attempt: asked.attempt, credential: passkey.answer(asked.options) }
  const { cookies } = await app.officeCall('Office/Session/passkeySignIn', answer, { token: planted })
  expect(cookies.join()).toMatch(/office=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict/)
  expect(cookies.join()).not.toContain(planted)
  expect(await app.officeCall('Office/Session/me', {}, { token: planted })).toMatchObject({ status: 401 })
})

test('no page of another site can begin a sign-in', async () => {
  for (const headers of [{ origin: 'https://other.example.test' }, { 'x-office': '' }] as Record<
    string,
    string
  >[]) {
    const answer = await app.officeCall('Office/Session/signInToDemo', { role: 'owner' }, { headers })
    expect(answer).toMatchObject({ status: 403, cookies: [] })
  }
})

test('a recovery code is a second factor, once, in any spelling', async () => {
  const { email, codes } = await enrolWithCodes(app)
  const browser = openBrowser(app)
  const prove = async (code: string) => {
    const { attempt } = await browser.api.session.signIn({ email, password: staffPassword })
    return refusal(browser.api.session.prove({ attempt, code }))
  }
  const code = codes[3] ?? ''
  expect(await prove(` ${code.toUpperCase().replaceAll('-', ' ')}`)).toBeUndefined()
  expect(await prove(code)).toBe(failed)
  expect(await browser.api.session.ownSignIn({})).toMatchObject({ recoveryCodesLeft: 9 })
})

test('a member who lost their phone recovers with a code, which ends all former credentials', async () => {
  const { email, codes, key, browser: lost } = await enrolWithCodes(app)
  const browser = openBrowser(app)
  const { session } = browser.api
  const [code = '', other = ''] = codes
  expect(await refusal(session.recover({ email, password: 'not it at all', code }))).toBe(failed)
  expect(await refusal(session.recover({ email, password: staffPassword, code: 'abcd' }))).toBe(failed)
  const { attempt } = await session.recover({ email, password: staffPassword, code })
  // Until the new credential is confirmed the old one works.
  await lost.api.session.me({})
  const passkey = softwareAuthenticator(site())
  const { options } = await session.passkeyOptions({ attempt })
  const renewed = await session.passkeyRegister({ attempt, credential: passkey.make(options) })
  expect(renewed.codes).toHaveLength(10)
  expect(await refusal(lost.api.session.me({}))).toBe(signedOut)
  expect(await refusal(session.signIn({ email, password: staffPassword }))).toBe(failed)
  expect(await refusal(session.recover({ email, password: '', code: other }))).toBe(failed)
  expect(await refusal(session.passkeyRegister({ attempt, credential: passkey.make(options) }))).toBe(failed)
  expect(await session.ownSignIn({})).toMatchObject({
    hasPassword: false,
    passkeys: [{ name: 'Chrome on Windows' }],
  })
  expect(await mailsTo(email)).toContain('A new way into the office')
  expect(codeOf(app, key)).toMatch(/^\d{6}$/)
})

test('a member with only passkeys recovers with a code alone', async () => {
  const { email, codes } = await enrolWithPasskey(app)
  const { session } = openBrowser(app).api
  const { attempt } = await session.recover({ email, password: '', code: codes[0] ?? '' })
  const { key } = await session.authenticatorStart({ attempt, password: staffPassword })
  expect(await refusal(session.authenticatorProve({ attempt, code: '000000' }))).toBe(
    officeSentences.codeWrong,
  )
  await session.authenticatorProve({ attempt, code: codeOf(app, key) })
  expect(await session.ownSignIn({})).toMatchObject({ hasPassword: true, passkeys: [] })
})

test('the server’s operator restores the sign-in of a member without credentials, even suspended', async () => {
  const { email, browser } = await enrolWithPasskey(app, 'owner')
  await changeRows(app.db, 'staff', { email }, { status: 'suspended' })
  const place = { officeUrl: site(), now: app.clock.now() }
  const address = await inviteFromServer(app.db, { email }, place)
  const { session } = openBrowser(app).api
  const token = address.split('#')[1] ?? ''
  expect(await session.readWelcome({ token })).toMatchObject({ email, isReturn: true, role: 'owner' })
  const { attempt } = await session.welcome({ token, fullName: 'Bo Ellis', email })
  const { options } = await session.passkeyOptions({ attempt })
  await session.passkeyRegister({ attempt, credential: softwareAuthenticator(site()).make(options) })
  expect(await session.ownSignIn({})).toMatchObject({ passkeys: [{ id: expect.any(Number) }] })
  expect(await refusal(browser.api.session.me({}))).toBe(signedOut)
})

test('a colleague’s invitation neither admits a suspended member nor raises a role', async () => {
  const { staffId } = await makeStaff(app)
  const { email } = await enrolWithPasskey(app, 'teacher')
  const token = await writeLink(app, email, 'manager', staffId)
  const { session } = openBrowser(app).api
  await changeRows(app.db, 'staff', { email }, { status: 'suspended' })
  expect(await refusal(session.readWelcome({ token }))).toBe(officeSentences.linkEnded)
  await changeRows(app.db, 'staff', { email }, { status: 'active' })
  const { attempt } = await session.welcome({ token, fullName: 'Bo', email })
  const { options } = await session.passkeyOptions({ attempt })
  await session.passkeyRegister({ attempt, credential: softwareAuthenticator(site()).make(options) })
  expect(await session.me({})).toMatchObject({ role: 'teacher' })
})

test("a front desk session may be idle for half a day, a teacher's for two weeks", async () => {
  const desk = await app.office('frontDesk')
  const teacher = await app.office('teacher')
  app.clock.advance(12 * 60 + 1)
  expect(await refusal(desk.session.me({}))).toBe(signedOut)
  await teacher.session.me({})
  app.clock.advance(14 * 24 * 60)
  expect(await refusal(teacher.session.me({}))).toBe(signedOut)
})

test('background polling does not keep an office session alive', async () => {
  const [desk, owner] = [await app.office('frontDesk'), await app.office('owner')]
  for (let hours = 0; hours < 13; hours++) {
    app.clock.advance(60)
    const polls = [desk.health.bell({}), desk.health.today({}), owner.health.get({}), owner.terms.list({})]
    await Promise.allSettled([...polls, owner.imports.get({ id: 1 })])
  }
  for (const office of [desk, owner]) expect(await refusal(office.session.me({}))).toBe(signedOut)
})

test("an owner's session ends after a week, however active", async () => {
  const owner = await app.office('owner')
  for (let hours = 0; hours < 7 * 24; hours += 8) {
    await owner.session.me({})
    app.clock.advance(8 * 60)
  }
  expect(await refusal(owner.session.me({}))).toBe(signedOut)
})

test('tokens, codes, keys and passwords are stored only hashed or encrypted', async () => {
  const { codes, key, browser, email } = await enrolWithCodes(app)
  const { attempt } = await openBrowser(app).api.session.signIn({ email, password: staffPassword })
  const tables = [
    'staff',
    'staff_sessions',
    'staff_attempts',
    'staff_recovery_codes',
    'staff_actions',
  ] as const
  for (const table of [...tables, 'staff_requests' as const]) {
    const kept = JSON.stringify(await rowsOf(app.db, table))
    for (const secret of [...codes, key, browser.token(), attempt, staffPassword])
      expect(kept).not.toContain(secret)
  }
})
