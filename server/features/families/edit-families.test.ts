import { expect, test } from 'vitest'
import type { ChildDetails } from '#contract/office/families.ts'
import { OfficeRefusal } from '#domain/office/office-refusal.ts'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { aChild } from '#testing/child-form.ts'
import { findViolations } from '#testing/find-violations.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeFamily } from '#testing/make-family.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
await app.office('owner')
const desk = await app.office('frontDesk')
const manager = await app.office('manager')
const teacher = await app.office('teacher')

const mailsTo = async (accountId: number) =>
  (await rowsOf(app.db, 'mails', { account_id: accountId })).map(({ subject, body_text }) => ({
    subject,
    body: body_text,
  }))
const childFormOf = ({
  id: _id,
  version: _version,
  isMedicalTold: _m,
  isAllergyTold: _a,
  ...form
}: ChildDetails) => form
const factsOf = async (asked: Promise<unknown>) => {
  const error = await asked.then(
    () => undefined,
    failed => failed,
  )
  return error instanceof OfficeRefusal ? error.facts : undefined
}

test('the front desk corrects a family, and it is mailed which kinds of details changed', async () => {
  const { accountId: id, api } = await makeAccount(app)
  const { id: _id, ...details } = await desk.families.details({ id })
  const saved = await desk.families.save({
    ...{ id, ...details, mobile: '07700 900 999', town: 'Leeds', postcode: 'ls94qx' },
    requestId: crypto.randomUUID(),
  })
  expect(saved).toEqual({ id, version: details.version + 1 })
  expect(await api.accounts.profile({})).toMatchObject({
    mobile: '07700 900 999',
    town: 'Leeds',
    postcode: 'LS9 4QX',
  })
  const [mail, ...others] = await mailsTo(id)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Your details were changed')
  expect(mail?.body).toContain('Our office changed your telephone number and address.')
  expect(mail?.body).not.toMatch(/900 999|Leeds/)
  expect(await rowOf(app.db, 'staff_actions', { action: 'family.save', account_id: id })).toMatchObject({
    facts: { changed: ['telephone number', 'address'] },
  })
  // A save without a change tells nobody.
  await desk.families.save(await desk.families.details({ id }))
  expect(await mailsTo(id)).toHaveLength(1)
})

test('a teacher edits no family, and nobody edits a closed or unknown one', async () => {
  const { accountId: id, api } = await makeAccount(app)
  const details = await desk.families.details({ id })
  expect(await refusal(teacher.families.details({ id }))).toBe('Your role does not allow this')
  expect(await refusal(teacher.families.save(details))).toBe('Your role does not allow this')
  expect(await refusal(desk.families.save({ ...details, id: 99_999_999 }))).toBe('This family was not found')
  await api.ownData.closeAccount({ password: 'Password1', giveUpBookings: true })
  expect(await refusal(desk.families.save(details))).toBe('This family was not found')
  expect(await refusal(desk.families.details({ id }))).toBe('This family was not found')
})

test('a family needs a name, and a valid telephone number unless it is unchanged', async () => {
  const { accountId: id } = await makeAccount(app)
  await changeRows(app.db, 'accounts', { id }, { mobile: 'ask Nan' })
  const details = await desk.families.details({ id })
  expect(await factsOf(desk.families.save({ ...details, firstName: '', mobile: '12' }))).toEqual({
    fields: { firstName: 'First Name is Required', mobile: peopleSentences.phoneWhole },
  })
  await desk.families.save({ ...details, town: 'York' })
  expect(await rowOf(app.db, 'accounts', { id })).toMatchObject({ mobile: 'ask Nan', town: 'York' })
})

test('half a telephone number is refused for the family and its contacts, also of a new family', async () => {
  const account = await makeAccount(app)
  const id = account.accountId
  const details = await desk.families.details({ id })
  const refused = { fields: { mobile: peopleSentences.phoneWhole } }
  expect(await factsOf(desk.families.save({ ...details, mobile: '07700 900' }))).toEqual(refused)
  const { id: _id, version: _version, ...fields } = details
  const made = {
    ...fields,
    email: 'half@example.test',
    mobile: '07700 900',
    children: [],
    mailsPassword: false,
  }
  expect(await factsOf(desk.families.make(made))).toEqual(refused)
  await desk.families.save({ ...details, mobile: '+353 87 123 4567' })
  await account.api.children.add(aChild)
  const [{ id: childId } = { id: 0 }] = await desk.families.children({ id })
  const child = await desk.families.child({ id, childId })
  const form = childFormOf(child)
  const contacts = [{ ...form.contacts[0], mobile: '07700 900' } as (typeof form.contacts)[0]]
  const press = { id, childId, version: child.version, ...form, contacts }
  expect(await factsOf(desk.families.saveChild(press))).toEqual({
    fields: { 'contact1.mobile': peopleSentences.phoneWhole },
  })
})

test('a number that is only written another way, and a second correction, send no mail', async () => {
  const { accountId: id, api } = await makeAccount(app)
  const save = async (changes: object) =>
    desk.families.save({ ...(await desk.families.details({ id })), ...changes })
  await save({ mobile: '+44 7700 900001' })
  expect(await mailsTo(id)).toEqual([])
  expect(await rowOf(app.db, 'accounts', { id })).toMatchObject({ mobile: '+44 7700 900001' })
  await save({ mobile: '07700 900124' })
  // Mails are emptied once they are sent.
  await app.runJobs()
  await save({ mobile: '07700 900125' })
  expect(await mailsTo(id)).toHaveLength(1)
  // Another kind of change is news, and so is the same one later.
  await save({ town: 'Leeds' })
  expect(await mailsTo(id)).toHaveLength(2)
  app.clock.advance(11)
  await save({ mobile: '07700 900126' })
  expect(await mailsTo(id)).toHaveLength(3)

  await api.children.add(aChild)
  const [{ id: childId } = { id: 0 }] = await desk.families.children({ id })
  const child = await desk.families.child({ id, childId })
  const form = childFormOf(child)
  const [first, ...others] = form.contacts
  const contacts = [{ ...first, mobile: '+44 7700 900001' } as (typeof form.contacts)[0], ...others]
  await desk.families.saveChild({ id, childId, version: child.version, ...form, contacts })
  expect(await mailsTo(id)).toHaveLength(3)
})

test('the second of two who save a family at once sees what the first saved, and who', async () => {
  const { accountId: id, api } = await makeAccount(app)
  const details = await desk.families.details({ id })
  await manager.families.save({ ...details, mobile: '07700 900555' })
  expect(await factsOf(desk.families.save({ ...details, town: 'Bath' }))).toMatchObject({
    by: 'Ann Perry',
    current: { mobile: '07700 900555', town: details.town, version: details.version + 1 },
  })
  const read = await desk.families.details({ id })
  await api.accounts.editProfile({ town: 'Hull' })
  expect(await factsOf(desk.families.save({ ...read, town: 'Bath' }))).toMatchObject({
    by: 'The family',
    current: { town: 'Hull' },
  })
})

test('the front desk edits a child with all its fields, and replaces a note without seeing it', async () => {
  const account = await makeAccount(app)
  const id = account.accountId
  await account.api.children.add(aChild)
  const [{ id: childId } = { id: 0 }] = await desk.families.children({ id })
  const child = await desk.families.child({ id, childId })
  expect(JSON.stringify(child)).not.toMatch(/Asthma|Peanuts/)
  expect(child).toMatchObject({ isMedicalTold: true, isAllergyTold: true, contacts: aChild.contacts })
  const form = childFormOf(child)
  const saved = await desk.families.saveChild({
    ...{ id, childId, version: child.version, ...form },
    contacts: [{ ...form.contacts[0], mobile: '07700 900444' } as (typeof form.contacts)[0]],
    photoPermission: false,
    allergy: 'None',
  })
  expect(saved).toEqual({ id: childId, version: child.version + 1 })
  const [seen] = await account.api.children.list({})
  expect(seen).toMatchObject({ medical: 'Asthma: blue inhaler', allergy: 'None', photoPermission: false })
  expect(seen?.contacts.map(({ mobile }) => mobile)).toEqual(['07700 900444', ''])
  const [mail] = await mailsTo(id)
  expect(mail?.body).toContain(
    'Our office changed Leo’s photo permissions, emergency contacts and allergy note.',
  )
  expect(await rowsOf(app.db, 'staff_actions', { action: 'notes.read', account_id: id })).toEqual([])
  expect(await rowOf(app.db, 'staff_actions', { action: 'child.save', subject_id: childId })).toMatchObject({
    facts: { changed: ['photo permissions', 'emergency contacts', 'allergy note'] },
  })
})

test('the picture of the pick-up person stays when the office changes their number', async () => {
  const { accountId: id, childId } = await makeFamily(app)
  await app.db
    .insertInto('pick_up_people')
    .values({
      child_id: childId,
      first_name: 'Nora',
      last_name: 'Bell',
      phone: '',
      relationship: '',
      photo_path: 'x.png',
    })
    .execute()
  const child = await desk.families.child({ id, childId })
  const pickUp = { ...child.pickUp, phone: '07700 900321' }
  await desk.families.saveChild({ id, childId, version: child.version, ...childFormOf(child), pickUp })
  expect(await rowOf(app.db, 'pick_up_people', { child_id: childId })).toMatchObject({
    phone: '07700 900321',
    photo_path: 'x.png',
  })
})

test('a child is added with few details, its notes count as not told, and never twice', async () => {
  const { accountId: id, childId } = await makeFamily(app)
  const form = childFormOf(await desk.families.child({ id, childId }))
  const nobody = { firstName: '', lastName: '', mobile: '', email: '', relationship: '' }
  const added = { id, ...form, firstName: 'Mia', contacts: [nobody, nobody] }
  const { id: mia } = await desk.families.saveChild(added)
  expect(await desk.families.child({ id, childId: mia })).toMatchObject({
    firstName: 'Mia',
    isMedicalTold: false,
    isAllergyTold: false,
  })
  expect(await rowsOf(app.db, 'emergency_contacts', { child_id: mia })).toEqual([])
  expect((await mailsTo(id)).map(({ subject }) => subject)).toEqual(['Mia was added to your account'])
  expect(await refusal(desk.families.saveChild({ ...added, firstName: 'MIA' }))).toBe(
    'MIA Shah with this birthday is in this family already',
  )
  await changeRows(app.db, 'accounts', { id }, { children_at_most: 2 })
  expect(await refusal(desk.families.saveChild({ ...added, firstName: 'Noa' }))).toBe(
    'This family cannot have any more children',
  )
  expect(await refusal(teacher.families.saveChild(added))).toBe('Your role does not allow this')
  expect(await refusal(desk.families.saveChild({ ...added, id: 99_999_999 }))).toBe(
    'This family was not found',
  )
})

test('a child is edited in its own family only', async () => {
  const { accountId: id, childId } = await makeFamily(app)
  const other = await makeFamily(app)
  const { version, ...child } = await desk.families.child({ id, childId })
  const foreign = { ...childFormOf({ version, ...child }), version, id: other.accountId, childId }
  expect(await refusal(desk.families.child({ id: other.accountId, childId }))).toBe(
    'This child was not found',
  )
  expect(await refusal(desk.families.saveChild(foreign))).toBe('This child was not found')
  expect(await refusal(teacher.families.child({ id, childId }))).toBe('Your role does not allow this')
})

test('a child needs names, a birthday in the past, and complete contacts', async () => {
  const { accountId: id, childId } = await makeFamily(app)
  const form = childFormOf(await desk.families.child({ id, childId }))
  const contact = { firstName: 'Nan', lastName: '', mobile: '1', email: '', relationship: '' }
  const wrong = { id, ...form, firstName: '', birthday: '2031-01-01', contacts: [contact] }
  expect(await factsOf(desk.families.saveChild(wrong))).toEqual({
    fields: {
      firstName: 'Please enter the child’s name',
      birthday: 'Please enter a valid date of birth',
      'contact1.firstName': 'A contact needs both names, mobile, email and relationship, or none of them',
      'contact1.mobile': peopleSentences.phoneWhole,
    },
  })
})

test('neither the office nor the family overwrites a child that the other saved meanwhile', async () => {
  const account = await makeAccount(app)
  const id = account.accountId
  await account.api.children.add(aChild)
  const [seen] = await account.api.children.list({})
  const childId = seen?.id ?? 0
  const child = await desk.families.child({ id, childId })
  await account.api.children.edit({ ...aChild, id: childId, schoolName: 'Oak Road' })
  const form = { id, childId, version: child.version, ...childFormOf(child) }
  expect(await factsOf(desk.families.saveChild({ ...form, note: 'Loves songs' }))).toMatchObject({
    by: 'The family',
    current: { schoolName: 'Oak Road', note: 'Shy at first' },
  })
  const now = await desk.families.child({ id, childId })
  await desk.families.saveChild({
    id,
    childId,
    version: now.version,
    ...childFormOf(now),
    note: 'Loves songs',
  })
  // A page of the family that was open before knows only the former note.
  expect(await refusal(account.api.children.edit({ ...aChild, id: childId, note: 'Quiet' }))).toMatch(
    /were changed elsewhere/,
  )
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})
