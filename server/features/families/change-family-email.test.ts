import { expect, test } from 'vitest'
import { todayInLondon } from '#domain/calendar.ts'
import { findViolations } from '#testing/find-violations.ts'
import { makeFamily } from '#testing/make-family.ts'
import { makeStaff } from '#testing/office-client.ts'
import { sendAndReadCode } from '#testing/read-code.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
const office = await app.office('frontDesk')
/** Compares broken invariants before and after, because rows written directly break some. */
const brokenRules = async () =>
  (await findViolations(app.db, app.clock.now())).map(({ rule, violations }) => `${rule}: ${violations}`)

test("a family's address is changed, and both addresses are told", async () => {
  const family = await makeFamily(app)
  const { accountId: id, email: before, api } = family
  const email = `new.${before}`
  const asked = { id, before, email }
  const teacher = await app.office('teacher')
  expect(await refusal(teacher.families.changeEmail(asked))).toBe('Your role does not allow this')
  expect(await refusal(office.families.changeEmail({ ...asked, email: 'nothing' }))).toMatch(/valid email/)
  expect(await refusal(office.families.changeEmail({ ...asked, email: before }))).toMatch(/they have/)
  const other = await makeFamily(app)
  expect(await refusal(office.families.changeEmail({ ...asked, email: other.email }))).toMatch(
    /already registered/,
  )
  expect(await refusal(office.families.changeEmail({ ...asked, before: email }))).toMatch(/changed meanwhile/)
  const unattended = await app.office('frontDesk')
  app.clock.advance(11)
  expect(await refusal(unattended.families.changeEmail(asked))).toMatch(/confirm that it is you/)
  app.clock.advance(-11)

  const broken = await brokenRules()
  const feed = new URL((await api.calendarFeed.make()).address).pathname
  await office.families.changeEmail(asked)
  expect(await refusal(api.accounts.profile())).toBe('401 Please log in')
  expect((await app.http.inject({ url: feed })).statusCode).toBe(404)
  const signIn = (login: string) => app.visitor.accounts.signIn({ email: login, password: 'Password1' })
  expect(await refusal(signIn(before))).toBe('Incorrect email or password')
  await signIn(email)
  expect(await office.families.get({ id })).toMatchObject({ email })
  expect((await office.families.history({ id })).items).toMatchObject([{ action: 'family.changeEmail' }])
  const told = await rowsOf(app.db, 'mails', { account_id: id, purpose: 'email-changed' })
  expect(told.map(mail => mail.to_email).sort()).toEqual([before, email].sort())
  expect(told.find(mail => mail.to_email === email)?.body_text).toContain('Your password stays as it was')
  const link = told.find(mail => mail.to_email === before)?.body_text ?? ''
  const secret = /#(\S+)/.exec(link)?.[1] ?? ''
  expect(await app.visitor.accounts.takeBackEmail({ secret })).toEqual({ outcome: 'undone' })
  expect(await office.families.get({ id })).toMatchObject({ email: before })
  expect(await brokenRules()).toEqual(broken)
})

test('a family without a password gets a link to choose one at its new address', async () => {
  const { accountId: id, email: before } = await makeFamily(app)
  await changeRows(app.db, 'accounts', { id }, { password_hash: '' })
  const email = `other.${before}`
  await office.families.changeEmail({ id, before, email })
  const { body_text: text } = await rowOf(app.db, 'mails', { to_email: email })
  expect(text).toContain('has no password yet')
  expect(text).not.toContain('stays as it was')
})

/**
 * Makes a family with an allergy, and changes its address in the office; returns the mail to the old address.
 */
async function movedFamily(by = office) {
  const family = await makeFamily(app)
  const { accountId: id, email: before } = family
  const [child] = await family.api.children.list()
  if (!child) throw new Error('no child')
  await family.api.children.edit({ ...child, allergy: 'Peanuts: carries an EpiPen' })
  const email = `moved.${before}`
  await by.families.changeEmail({ id, before, email })
  const { token } = await app.visitor.accounts.signIn({ email, password: 'Password1' })
  const { body_text: text } = await rowOf(app.db, 'mails', { to_email: before, purpose: 'email-changed' })
  const secret = /#(\S+)/.exec(text)?.[1] ?? ''
  return { id, before, email, child, secret, api: app.apiOf({ token }) }
}
const allergyOf = async ({ api, child }: Awaited<ReturnType<typeof movedFamily>>) => {
  const [listed] = await api.children.list()
  const details = await api.children.details({ id: child.id })
  expect(listed).toEqual(details)
  const { json } = await api.ownData.download()
  expect(JSON.parse(json).children[0].allergy).toBe(details.allergy)
  return details.allergy || details.notesShownOn
}

test('after staff change an address notes are hidden for a week, and saving keeps them', async () => {
  const family = await movedFamily(await app.office('manager'))
  const { api, child, id } = family
  const shownOn = todayInLondon(new Date(app.clock.now().getTime() + 7 * 24 * 3_600_000))
  expect(await allergyOf(family)).toBe(shownOn)
  const closed = await api.children.details({ id: child.id })
  expect(closed).toMatchObject({ medical: '', allergy: '', notesClosed: true })
  await api.children.edit({ ...closed, note: 'Sings' })
  await api.children.edit({ ...closed, allergy: 'None', medical: 'None', note: 'Sings' })
  const { id: newChild } = await api.children.add({ ...child, firstName: 'Mia', allergy: 'Eggs' })
  expect(await api.children.details({ id: newChild })).toMatchObject({ allergy: '', notesClosed: true })
  app.clock.advance(7 * 24 * 60 - 1)
  expect(await allergyOf(family)).toBe(shownOn)
  app.clock.advance(1)
  expect(await allergyOf(family)).toBe('Peanuts: carries an EpiPen')
  expect(await api.children.details({ id: child.id })).toEqual({
    ...child,
    allergy: 'Peanuts: carries an EpiPen',
    note: 'Sings',
  })
  const [logged] = await rowsOf(app.db, 'staff_actions', { action: 'family.changeEmail', account_id: id })
  expect(logged).toMatchObject({
    child_ids: expect.toSatisfy((ids: unknown[]) => String(ids) === String(child.id)),
    facts: { opens: 'account, bookings, medical, allergy', notesShownFrom: expect.stringContaining(shownOn) },
  })
})

test('until the old address agrees the password cannot be reset and no note is shown', async () => {
  const family = await movedFamily(await app.office('manager'))
  const { email, secret } = family
  const { accounts } = app.visitor
  const code = await sendAndReadCode(app, 'resetPassword', email)
  const asked = { email, code, newPassword: 'another-one-1' }
  expect(await refusal(accounts.resetPassword(asked))).toMatch(
    /^We changed the email address .* once the old/,
  )
  expect(await accounts.takeBackEmail({ secret, agrees: true })).toEqual({ outcome: 'agreed' })
  expect(await accounts.takeBackEmail({ secret, agrees: true })).toEqual({ outcome: 'agreed' })
  expect(await allergyOf(family)).toBe('Peanuts: carries an EpiPen')
  await accounts.resetPassword(asked)
  await accounts.signIn({ email, password: 'another-one-1' })
  // An address that has agreed can still take it back, and then nobody can agree.
  expect(await accounts.takeBackEmail({ secret })).toEqual({ outcome: 'undone' })
  expect(await accounts.takeBackEmail({ secret, agrees: true })).toEqual({ outcome: 'wasUndone' })
})

test('notes are shown again once the change is undone, but not after a second change', async () => {
  const by = await app.office('manager')
  const taken = await movedFamily(by)
  await app.visitor.accounts.takeBackEmail({ secret: taken.secret })
  const code = await sendAndReadCode(app, 'resetPassword', taken.before)
  await app.visitor.accounts.resetPassword({ email: taken.before, code, newPassword: 'another-one-1' })
  const { token } = await app.visitor.accounts.signIn({ email: taken.before, password: 'another-one-1' })
  expect(await allergyOf({ ...taken, api: app.apiOf({ token }) })).toBe('Peanuts: carries an EpiPen')

  const twice = await movedFamily(by)
  const { id, email } = twice
  await by.families.changeEmail({ id, before: email, email: `again.${email}` })
  const { body_text } = await rowOf(app.db, 'mails', {
    to_email: email,
    purpose: 'email-changed',
    subject: 'The email address of your account was changed',
  })
  await app.visitor.accounts.takeBackEmail({ secret: /#(\S+)/.exec(body_text)?.[1] ?? '', agrees: true })
  const signedIn = await app.visitor.accounts.signIn({ email: `again.${email}`, password: 'Password1' })
  expect(await allergyOf({ ...twice, api: app.apiOf(signedIn) })).not.toContain('Peanuts')
})

test('one colleague can change three addresses a day, and owners are told from the second on', async () => {
  const owner = await makeStaff(app, { role: 'owner' })
  const by = await app.office('frontDesk')
  const told = async () =>
    (await rowsOf(app.db, 'mails', { to_email: owner.email })).map(({ subject }) => subject)
  await movedFamily(by)
  expect(await told()).toEqual([])
  await movedFamily(by)
  await movedFamily(by)
  const ofFamilies = (count: number) => expect.stringContaining(`of ${count} families today`)
  expect(await told()).toEqual([ofFamilies(2), ofFamilies(3)])
  expect(await refusal(movedFamily(by))).toMatch(/three addresses today/)
  await movedFamily(await app.office('frontDesk'))
  app.clock.advance(24 * 60)
})

test('an address stored with an invisible character can be changed', async () => {
  const { accountId: id, email } = await makeFamily(app)
  const desk = await app.office('frontDesk')
  await changeRows(app.db, 'accounts', { id }, { email: `${email}\u200b` })
  const asked = { id, before: `${email}\u200b` }
  expect(await refusal(desk.families.changeEmail({ ...asked, before: `x${email}`, email }))).toMatch(
    /changed meanwhile/,
  )
  await desk.families.changeEmail({ ...asked, email })
  expect((await desk.families.get({ id })).email).toBe(email)
})
