import { expect, test } from 'vitest'
import { makeOfficeApi, type OfficeApi } from '#contract/office/client.ts'
import type { Role } from '#domain/office/permissions.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeStaff } from '#testing/office-client.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf, writeRow } from '#testing/rows.ts'
import { softwareAuthenticator } from '#testing/software-authenticator.ts'
import {
  codeOf,
  enrolWithCodes,
  enrolWithPasskey,
  openBrowser,
  staffPassword,
} from '#testing/staff-sign-in.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
const signedOut = officeSentences.signInAgain
const { confirmYourself, signInFailed, notYours } = officeSentences

/** Returns a signed-in member with a role. */
async function somebody(role: Role) {
  const made = await makeStaff(app, { role })
  const api = makeOfficeApi((path, body) => app.officeCall(path, body, { token: made.token }))
  const read = () => rowOf(app.db, 'staff', { id: made.staffId })
  return { ...made, id: made.staffId, api, read }
}
const lastMailTo = async (email: string) => (await rowsOf(app.db, 'mails', { to_email: email })).at(-1)
const changesToldTo = async (email: string) => {
  const subject = 'Your sign-in for the office was changed'
  return (await rowsOf(app.db, 'mails', { to_email: email, subject })).map(mail => mail.body_text)
}
const tokenIn = (text = '') => /welcome#([\w-]{43})/.exec(text)?.[1] ?? ''

test('an old re-authentication is asked for again, by passkey or password and code', async () => {
  const byPasskey = await enrolWithPasskey(app)
  const byCode = await enrolWithCodes(app)
  app.clock.advance(11)
  const press = (api: typeof byCode.browser.api) => refusal(api.session.newRecoveryCodes({}))
  const { session } = byPasskey.browser.api
  expect(await press(byPasskey.browser.api)).toBe(confirmYourself)
  // Another member's passkey proves nothing, and an answer works once.
  const other = await enrolWithPasskey(app)
  const asked = async (passkey: typeof other.passkey) => {
    const { attempt, options } = await session.passkeyAsk({})
    return { attempt, credential: passkey.answer(options) }
  }
  expect(await refusal(session.confirmByPasskey(await asked(other.passkey)))).toBe(signInFailed)
  const answer = await asked(byPasskey.passkey)
  await session.confirmByPasskey(answer)
  expect(await press(byPasskey.browser.api)).toBeUndefined()
  app.clock.advance(11)
  expect(await refusal(session.confirmByPasskey(answer))).toBe(signInFailed)
  const confirm = (password: string, code: string) =>
    refusal(byCode.browser.api.session.confirm({ password, code }))
  expect(await confirm('not it at all', codeOf(app, byCode.key))).toBe(signInFailed)
  expect(await confirm(staffPassword, '000000')).toBe(signInFailed)
  expect(await press(byCode.browser.api)).toBe(confirmYourself)
  expect(await confirm(staffPassword, codeOf(app, byCode.key))).toBeUndefined()
  expect(await press(byCode.browser.api)).toBeUndefined()
})

test('guesses at an unlocked screen end after fifteen', async () => {
  const { browser } = await enrolWithCodes(app)
  const guess = () => refusal(browser.api.session.confirm({ password: staffPassword, code: '000000' }))
  for (let tries = 0; tries < 15; tries++) expect(await guess()).toBe(signInFailed)
  expect(await guess()).not.toBe(signInFailed)
})

test('new recovery codes are shown once, stored only as hashes, and end the old ones', async () => {
  const { browser, codes, email } = await enrolWithCodes(app)
  const requestId = crypto.randomUUID()
  const renewed = await browser.api.session.newRecoveryCodes({ requestId })
  expect(renewed.codes).toHaveLength(10)
  expect(JSON.stringify(await rowsOf(app.db, 'staff_requests'))).not.toContain(renewed.codes[0])
  const { session } = openBrowser(app).api
  const prove = async (code = '') => {
    const { attempt } = await session.signIn({ email, password: staffPassword })
    return refusal(session.prove({ attempt, code }))
  }
  expect(await prove(codes[0])).toBe(signInFailed)
  expect(await prove(renewed.codes[0])).toBeUndefined()
  expect(await changesToldTo(email)).toEqual([expect.stringContaining('new recovery codes')])
})

test.each<[string, (api: OfficeApi, id: number) => Promise<unknown>]>([
  ['new codes', ({ session }) => session.newRecoveryCodes({})],
  ['one’s other sessions', ({ session }) => session.endOthers({})],
  [
    'another role',
    async (_, id) => (await somebody('owner')).api.staff.setRole({ id, version: 1, role: 'manager' }),
  ],
  ['all sessions of a colleague', async (_, id) => (await somebody('owner')).api.staff.endSessions({ id })],
])('an attempt that a thief began with a recovery code ends with %s', async (_, end) => {
  const { browser, codes, email } = await enrolWithPasskey(app)
  const { session } = openBrowser(app).api
  const { attempt } = await session.recover({ email, password: '', code: codes[0] ?? '' })
  await end(browser.api, (await rowOf(app.db, 'staff', { email })).id)
  expect(await refusal(session.passkeyOptions({ attempt }))).toBe(signInFailed)
})

test('a new credential signs other devices out, and the last one cannot be removed', async () => {
  const { email, browser, key, codes } = await enrolWithCodes(app)
  const elsewhere = openBrowser(app)
  app.clock.advance(1)
  const begun = await elsewhere.api.session.signIn({ email, password: staffPassword })
  await elsewhere.api.session.prove({ attempt: begun.attempt, code: codeOf(app, key) })
  const { session } = browser.api
  expect(await refusal(session.removeWay({}))).toBe(officeSentences.lastCredential)
  const { attempt } = await session.addWay({})
  const { options } = await session.passkeyOptions({ attempt })
  const credential = softwareAuthenticator(app.services.config.publicUrl).make(options)
  expect(await session.passkeyRegister({ attempt, credential })).toEqual({ codes: [] })
  expect(await refusal(elsewhere.api.session.me({}))).toBe(signedOut)
  const colleague = await enrolWithPasskey(app)
  const other = await rowOf(app.db, 'staff_passkeys', {
    staff_id: (await rowOf(app.db, 'staff', { email: colleague.email })).id,
  })
  const logged = (await rowsOf(app.db, 'staff_actions')).length
  for (const passkeyId of [other.id, 999_999])
    expect(await refusal(session.removeWay({ passkeyId }))).toBe(officeSentences.notFound)
  expect(await rowsOf(app.db, 'staff_actions')).toHaveLength(logged)
  const half = await elsewhere.api.session.signIn({ email, password: staffPassword })
  await session.removeWay({})
  // Nor does a code complete a sign-in whose password was checked before.
  expect(await refusal(elsewhere.api.session.prove({ ...half, code: codes[0] ?? '' }))).toBe(
    officeSentences.signInFailed,
  )
  expect(await changesToldTo(email)).toEqual([expect.stringContaining('was taken away')])
  expect(await refusal(session.removeWay({}))).toBe(officeSentences.notFound)
  expect(await session.ownSignIn({})).toMatchObject({
    hasPassword: false,
    passkeys: [{ name: expect.any(String) }],
  })
})

test('a new password signs other devices out, is mailed, and keeps only its own device known', async () => {
  const { email, browser, key } = await enrolWithCodes(app)
  const elsewhere = openBrowser(app)
  const news = async () =>
    (await rowsOf(app.db, 'mails', { to_email: email })).filter(({ subject }) =>
      subject.includes('new device'),
    )
  const comeIn = async ({ api: { session } }: typeof browser, password: string) => {
    app.clock.advance(1)
    const { attempt } = await session.signIn({ email, password })
    await session.prove({ attempt, code: codeOf(app, key) })
  }
  await comeIn(elsewhere, staffPassword)
  await browser.api.session.changePassword({ password: 'a long swim in the lake' })
  expect(await refusal(elsewhere.api.session.me({}))).toBe(signedOut)
  expect(await changesToldTo(email)).toEqual([expect.stringContaining('password')])
  await comeIn(browser, 'a long swim in the lake')
  expect(await news()).toHaveLength(1)
  await comeIn(elsewhere, 'a long swim in the lake')
  expect(await news()).toHaveLength(2)
})

test('an enrolment in progress ends with its session', async () => {
  const { browser } = await enrolWithCodes(app)
  const { session } = browser.api
  const { attempt } = await session.addWay({})
  await session.signOut({})
  expect(await refusal(session.passkeyOptions({ attempt }))).toBe(signInFailed)
})

test("members end their own sessions and nobody else's", async () => {
  const { browser } = await enrolWithPasskey(app)
  const stranger = await somebody('owner')
  const { session } = browser.api
  const { items } = await session.sessions({})
  expect(items).toMatchObject([{ device: 'Chrome on Windows', isHere: true }])
  expect(await refusal(session.endSession({ id: stranger.sessionId }))).toBe(officeSentences.notFound)
  await stranger.api.session.me({})
  await session.endOthers({})
  await session.endSession({ id: items[0]?.id ?? 0 })
  expect(await refusal(session.me({}))).toBe(signedOut)
})

test('a new address is confirmed by its code, and the old one is told', async () => {
  const { browser, email } = await enrolWithPasskey(app)
  const { session } = browser.api
  const { attempt } = await session.changeEmail({ email: 'moved@example.test' })
  expect(await refusal(session.confirmEmail({ attempt, code: '12' }))).toBe(officeSentences.codeWrong)
  const code = (await lastMailTo('moved@example.test'))?.subject.slice(-6) ?? ''
  const other = await somebody('owner')
  expect(await refusal(other.api.session.confirmEmail({ attempt, code }))).toBe(officeSentences.codeWrong)
  // An attempt begun in this session continues, whatever ends elsewhere.
  await session.newRecoveryCodes({})
  await session.endOthers({})
  await session.confirmEmail({ attempt, code })
  expect(await session.ownSignIn({})).toMatchObject({ email: 'moved@example.test' })
  expect((await lastMailTo(email))?.subject).toBe('Your address at the office was changed')
})

test('confirming a new address again after a lost answer is reported as done', async () => {
  const { browser, email } = await enrolWithPasskey(app)
  const { session } = browser.api
  const { attempt } = await session.changeEmail({ email: 'twice@example.test' })
  const code = (await lastMailTo('twice@example.test'))?.subject.slice(-6) ?? ''
  await session.confirmEmail({ attempt, code })
  expect(await refusal(session.confirmEmail({ attempt, code }))).toBeUndefined()
  const subject = 'Your address at the office was changed'
  expect(await rowsOf(app.db, 'mails', { to_email: email, subject })).toHaveLength(1)
  const other = await somebody('owner')
  expect(await refusal(other.api.session.confirmEmail({ attempt, code }))).toBe(officeSentences.signInFailed)
  // Once the address has changed again, it is no longer done.
  const back = await session.changeEmail({ email })
  await session.confirmEmail({ ...back, code: (await lastMailTo(email))?.subject.slice(-6) ?? '' })
  expect(await refusal(session.confirmEmail({ attempt, code }))).toBe(officeSentences.signInFailed)
})

test('an invitation is mailed, and sending it again ends the earlier one', async () => {
  const { api } = await somebody('owner')
  const email = 'invited@example.test'
  app.services.business.name = 'Larkfield Ballet'
  await api.staff.invite({ email, fullName: 'Cy Invited', role: 'teacher' })
  expect((await lastMailTo(email))?.subject).toBe('Your invitation to the office of Larkfield Ballet')
  const first = tokenIn((await lastMailTo(email))?.body_text)
  const [invitation] = (await api.staff.list({})).invitations
  expect(invitation).toMatchObject({ email, role: 'teacher', isOver: false })
  await api.staff.resend({ id: invitation?.id ?? 0 })
  const second = tokenIn((await lastMailTo(email))?.body_text)
  const { session } = openBrowser(app).api
  expect(await refusal(session.readWelcome({ token: first }))).toBe(officeSentences.linkEnded)
  expect(await session.readWelcome({ token: second })).toMatchObject({ fullName: 'Cy Invited' })
  app.clock.advance(7 * 24 * 60 + 1)
  expect(await refusal(session.readWelcome({ token: second }))).toBe(officeSentences.linkEnded)
  app.clock.advance(-7 * 24 * 60 - 1)
  await api.staff.withdraw({ id: (await api.staff.list({})).invitations[0]?.id ?? 0 })
  expect(await refusal(session.readWelcome({ token: second }))).toBe(officeSentences.linkEnded)
  const known = await somebody('teacher')
  expect(await refusal(api.staff.invite({ email: known.email, fullName: '', role: 'teacher' }))).toBe(
    officeSentences.worksHere,
  )
})

test('an invitation is valid only while its sender may give that role', async () => {
  const { api } = await somebody('owner')
  const manager = await somebody('manager')
  const email = 'friend@example.test'
  await manager.api.staff.invite({ email, fullName: 'A Friend', role: 'frontDesk' })
  const token = tokenIn((await lastMailTo(email))?.body_text)
  const { session } = openBrowser(app).api
  expect(await session.readWelcome({ token })).toMatchObject({ role: 'frontDesk' })
  await api.staff.setRole({ id: manager.id, version: 1, role: 'teacher' })
  expect(await refusal(session.readWelcome({ token }))).toBe(officeSentences.linkEnded)
  await api.staff.setRole({ id: manager.id, version: 2, role: 'manager' })
  expect(await session.readWelcome({ token })).toMatchObject({ role: 'frontDesk' })
  await api.staff.suspend({ id: manager.id, version: 3, isSuspended: true, reason: 'Left the business' })
  expect(await refusal(session.readWelcome({ token }))).toBe(officeSentences.linkEnded)
})

test('a manager cannot end an invitation for a role that they do not manage', async () => {
  const [{ api }, manager] = [await somebody('owner'), await somebody('manager')]
  const given = { email: 'boss@example.test', fullName: 'A Boss' }
  await api.staff.invite({ ...given, role: 'manager' })
  const token = tokenIn((await lastMailTo(given.email))?.body_text)
  expect(await refusal(manager.api.staff.invite({ ...given, role: 'teacher' }))).toBe(notYours)
  expect(await openBrowser(app).api.session.readWelcome({ token })).toMatchObject({ role: 'manager' })
  await api.staff.invite({ ...given, role: 'teacher' })
  await manager.api.staff.invite({ ...given, role: 'frontDesk' })
})

test('a changed role takes effect with the next call', async () => {
  const owner = await somebody('owner')
  const manager = await somebody('manager')
  await manager.api.staff.list({})
  const { version } = await manager.read()
  await owner.api.staff.setRole({ id: manager.id, version, role: 'teacher' })
  expect(await refusal(manager.api.staff.list({}))).toBe(signedOut)
  expect(await refusal(owner.api.staff.setRole({ id: manager.id, version, role: 'manager' }))).toContain(
    'Ann Perry changed this at',
  )
})

test('a manager manages only front desk and teachers', async () => {
  const { api, ...manager } = await somebody('manager')
  const owner = await somebody('owner')
  const teacher = await somebody('teacher')
  const reason = 'Because'
  for (const { id, read } of [owner, await somebody('manager'), manager]) {
    const { version } = await read()
    expect(await refusal(api.staff.setRole({ id, version, role: 'teacher' }))).toBe(notYours)
    expect(await refusal(api.staff.suspend({ id, version, isSuspended: true, reason }))).toBe(notYours)
    expect(await refusal(api.staff.endSessions({ id }))).toBe(notYours)
  }
  expect(await refusal(api.staff.resetSecondFactor({ id: owner.id, reason }))).toBe(notYours)
  expect(await refusal(api.staff.setRole({ id: teacher.id, version: 1, role: 'owner' }))).toBe(notYours)
  expect(await refusal(api.staff.invite({ email: 'a@example.test', fullName: '', role: 'manager' }))).toBe(
    notYours,
  )
  await api.staff.setRole({ id: teacher.id, version: 1, role: 'frontDesk' })
})

test('a suspended member is out at once, and comes back unchanged', async () => {
  const owner = await somebody('owner')
  const { email, browser, passkey } = await enrolWithPasskey(app, 'frontDesk')
  const { id, version } = await rowOf(app.db, 'staff', { email })
  expect(await refusal(owner.api.staff.suspend({ id, version, isSuspended: true, reason: '' }))).toBe(
    officeSentences.sayWhy,
  )
  const reason = 'Left the business'
  const saved = await owner.api.staff.suspend({ id, version, isSuspended: true, reason })
  expect(await refusal(browser.api.session.me({}))).toBe(signedOut)
  const comeIn = async () => {
    const { attempt, options } = await browser.api.session.passkeyAsk({})
    return refusal(browser.api.session.passkeySignIn({ attempt, credential: passkey.answer(options) }))
  }
  expect(await comeIn()).toBe(signInFailed)
  await owner.api.staff.suspend({ ...saved, isSuspended: false, reason: '' })
  expect(await comeIn()).toBeUndefined()
})

test('a reset removes every credential and mails a link to start again', async () => {
  const owner = await somebody('owner')
  const { email, browser, codes } = await enrolWithPasskey(app, 'teacher')
  const { id } = await rowOf(app.db, 'staff', { email })
  await owner.api.staff.resetSecondFactor({ id, reason: 'Lost phone and codes' })
  expect(await refusal(browser.api.session.me({}))).toBe(signedOut)
  const { session } = openBrowser(app).api
  expect(await refusal(session.recover({ email, password: '', code: codes[0] ?? '' }))).toBe(signInFailed)
  const token = tokenIn((await lastMailTo(email))?.body_text)
  expect(await session.readWelcome({ token })).toMatchObject({ isReturn: true, role: 'teacher' })
  expect(await refusal(owner.api.staff.resetSecondFactor({ id: owner.id, reason: 'Me too' }))).toBe(
    officeSentences.notYourself,
  )
})

test('the last owner cannot leave, not even when two leave at once', async () => {
  await changeRows(app.db, 'staff', { role: 'owner' }, { role: 'manager' }).catch(() => {})
  const one = await somebody('owner')
  const other = await somebody('owner')
  for (const { id } of await rowsOf(app.db, 'staff', { role: 'owner' })) {
    if (id !== one.id && id !== other.id) await changeRows(app.db, 'staff', { id }, { role: 'manager' })
  }
  const go = (from: typeof one, id: number) =>
    refusal(from.api.staff.setRole({ id, version: 1, role: 'manager' }))
  const answers = await Promise.all([go(one, one.id), go(other, other.id)])
  expect(answers.sort()).toEqual([officeSentences.lastOwner, undefined])
})

test('anybody can sign in to the demo without a second factor', async () => {
  await makeStaff(app, { role: 'frontDesk' })
  const { session } = openBrowser(app).api
  await session.signInToDemo({ role: 'frontDesk' })
  expect(await session.me({})).toMatchObject({ role: 'frontDesk', isDemo: true })
  expect(await refusal(session.addWay({}))).toBe(officeSentences.demoHasNoCredential)
  app.clock.advance(11)
  await session.confirm({ password: '', code: '' })
})

// The second case is a real business: an owner without credentials after a reset.
test.each([
  ['in production', { isDemo: false, business: 'empty' as const }],
  ['in a business that began empty', { business: 'empty' as const }],
])('nobody signs in to the demo as a member %s', async (_where, config) => {
  const real = await startTestApp({ config })
  await makeStaff(real, { role: 'owner' })
  const door = openBrowser(real)
  expect(await door.api.session.ways({})).toMatchObject({
    isDemo: false,
    business: expect.any(String),
    accent: '#c23f1b',
  })
  expect(await refusal(door.api.session.signInToDemo({ role: 'owner' }))).toBe(signInFailed)
  expect(door.token()).toBe('')
})

test('nobody signs in to the demo as a member with their own credentials', async () => {
  await changeRows(app.db, 'staff', { role: 'teacher' }, { status: 'suspended' })
  await enrolWithPasskey(app, 'teacher')
  expect(await refusal(openBrowser(app).api.session.signInToDemo({ role: 'teacher' }))).toBe(signInFailed)
})

test("the list shows a member's credentials, and how many coming dates they teach", async () => {
  app.clock.set('2026-11-23T09:00:00Z')
  const owner = await somebody('owner')
  const teacher = await somebody('teacher')
  const at = await makeOffering(app)
  for (const [date, status] of [
    ['2026-11-20', 'scheduled'],
    ['2026-12-08', 'scheduled'],
    ['2026-12-01', 'withdrawn'],
    ['2026-12-02', 'cancelled'],
  ] as const) {
    const { id } = await makeSession(app, at, { date })
    const cancelled = status === 'cancelled' && { cancelled_at: app.clock.now() }
    await changeRows(app.db, 'sessions', { id }, { status, ...cancelled })
    await writeRow(app.db, 'session_teachers', { session_id: id, staff_id: teacher.id })
  }
  const { members } = await owner.api.staff.list({})
  expect(members.find(({ id }) => id === teacher.id)).toMatchObject({
    ...{ coming: 2, nextDate: '2026-12-01', hasPassword: false, passkeys: 0 },
  })
  expect(members.find(({ id }) => id === owner.id)).toMatchObject({ coming: 0, nextDate: null })
})
