import { expect, test } from 'vitest'
import { findViolations } from '#testing/find-violations.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeBooking } from '#testing/make-booking.ts'
import { makeChild } from '#testing/make-child.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { refusal } from '#testing/refusal.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
await app.office('owner')
const desk = await app.office('frontDesk')
const teacher = await app.office('teacher')

let made = 0
const aFamily = (given: object = {}) => {
  made += 1
  return {
    ...{ firstName: 'Selin', lastName: 'Kaya', email: `selin-${made}@example.test`, mobile: '07700 900321' },
    ...{ addressLine1: '4 Elm Lane', addressLine2: '', town: 'Leeds', postcode: 'LS9 4QX', note: '' },
    children: [{ firstName: 'Mia', lastName: 'Kaya', birthday: '2020-05-03' }],
    mailsPassword: true,
    ...given,
  }
}
const mailsOf = async (accountId: number) => rowsOf(app.db, 'mails', { account_id: accountId })

test('the front desk makes a family, which sets its password by the mailed link', async () => {
  const given = aFamily()
  const press = { ...given, requestId: crypto.randomUUID() }
  const { id } = await desk.families.make(press)
  expect(await desk.families.make(press)).toEqual({ id })
  const head = await desk.families.get({ id })
  expect(head).toMatchObject({ firstName: 'Selin', hasPassword: false, wantsOffers: null, frozen: null })
  expect(head.children).toMatchObject([{ name: 'Mia Kaya', hasAllergy: false, hasMedical: false }])
  const [child] = head.children
  expect(await desk.families.child({ id, childId: child?.id ?? 0 })).toMatchObject({
    ...{ isMedicalTold: false, isAllergyTold: false, photoPermission: false },
    contacts: [{ firstName: '' }, { firstName: '' }],
  })
  expect(await rowOf(app.db, 'accounts', { id })).toMatchObject({
    password_hash: '',
    terms_accepted_at: null,
  })
  expect(await rowOf(app.db, 'staff_actions', { action: 'family.make', account_id: id })).toMatchObject({
    facts: { children: 1, mailsPassword: true },
  })
  const [mail, ...others] = await mailsOf(id)
  expect(others).toEqual([])
  const path = new URL(/http\S+set-password\S+/.exec(mail?.body_text ?? '')?.[0] ?? '').pathname
  const password = 'Blue-Tulips-9'
  const chosen = await app.http.inject({
    ...{ method: 'POST', url: path, payload: new URLSearchParams({ password, again: password }).toString() },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(chosen.statusCode).toBe(303)
  await app.apiOf({ token: undefined }).accounts.signIn({ email: given.email, password })
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('an address that is in use is refused with the name of its family', async () => {
  const { email } = await makeAccount(app, { firstName: 'Ada', lastName: 'Reid' })
  expect(await refusal(desk.families.make(aFamily({ email: email.toUpperCase() })))).toBe(
    'Ada Reid has this email address already',
  )
  const given = aFamily()
  const presses = await Promise.allSettled([desk.families.make(given), desk.families.make(given)])
  expect(presses.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await rowsOf(app.db, 'accounts', { email: given.email })).toHaveLength(1)
})

test('a family needs names, an email address, and complete children without duplicates', async () => {
  expect(await refusal(desk.families.make(aFamily({ email: 'selin' })))).toBe(
    'Please enter a valid email address',
  )
  expect(await refusal(desk.families.make(aFamily({ lastName: '' })))).toBe('Last name is Required')
  const [mia] = aFamily().children
  const twice = aFamily({ children: [mia, mia] })
  expect(await refusal(desk.families.make(twice))).toMatch(/is in this family already$/)
  expect(await rowsOf(app.db, 'accounts', { email: twice.email })).toEqual([])
  expect(await refusal(teacher.families.make(aFamily()))).toBe('Your role does not allow this')
})

test('people who may be the new family already are found, with what they have in common', async () => {
  const family = await makeAccount(app, { firstName: 'Zoë', lastName: 'O’Brien', email: 'zoe@example.test' })
  await makeChild(app, family, { firstName: 'Finn', lastName: 'O’Brien', dateOfBirth: '2019-02-01' })
  const session = await makeSession(app, await makeOffering(app, { kind: 'parentSession' }))
  await makeBooking(app, session.id, { attendeeName: 'Gus Guest', attendeeEmail: 'gus@example.test' })
  const nobody = { firstName: '', lastName: '', email: '', mobile: '', children: [] }
  const alike = async (given: object) =>
    (await desk.families.alike({ ...nobody, ...given })).map(({ name, why }) => [name, ...why])
  expect(await alike({ firstName: 'ZOE', lastName: 'OBrien' })).toEqual([['Zoë O’Brien', 'name']])
  expect(await alike({ email: 'zoe@example.test', firstName: 'Zoe', lastName: 'O’Brien' })).toEqual([
    ['Zoë O’Brien', 'email', 'name'],
  ])
  const finn = { firstName: 'Finn', lastName: 'OBRIEN', birthday: '2019-02-01' }
  expect(await alike({ children: [finn] })).toEqual([['Zoë O’Brien', 'child']])
  expect(await alike({ children: [{ ...finn, birthday: '2015-02-01' }] })).toEqual([])
  expect(await alike({ email: 'gus@example.test' })).toEqual([['Gus Guest', 'email']])
  expect(await alike({ email: 'nobody@example.test', firstName: 'Zo', lastName: 'Bri' })).toEqual([])
  const { mobile } = await rowOf(app.db, 'accounts', { id: family.accountId })
  expect((await alike({ mobile: mobile.replace('0', '+44 ') })).map(([name]) => name)).toContain(
    'Zoë O’Brien',
  )
  expect(await refusal(teacher.families.alike(nobody))).toBe('Your role does not allow this')
})

test('the set-password mail goes to a family without a password, at most three times a day', async () => {
  const { id } = await desk.families.make(aFamily({ mailsPassword: false }))
  expect(await mailsOf(id)).toEqual([])
  for (let sent = 0; sent < 3; sent += 1) await desk.families.mailPassword({ id })
  expect(await refusal(desk.families.mailPassword({ id }))).toMatch(/three links today/)
  expect(await mailsOf(id)).toHaveLength(3)
  const { accountId } = await makeAccount(app)
  expect(await refusal(desk.families.mailPassword({ id: accountId }))).toMatch(/^This family has a password/)
  expect(await refusal(desk.families.mailPassword({ id: 99_999_999 }))).toBe('This family was not found')
  expect(await refusal(teacher.families.mailPassword({ id }))).toBe('Your role does not allow this')
})
