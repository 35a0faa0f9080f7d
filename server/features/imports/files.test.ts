import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { DateOrder } from '#domain/office/import-dates.ts'
import type { ImportKind } from '#domain/office/import-headings.ts'
import { createImportClient } from '#testing/import-client.ts'
import { makeFamily } from '#testing/make-family.ts'
import { makeOffering } from '#testing/make-offering.ts'
import { refusal } from '#testing/refusal.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

// Files as address books and other systems write them, with invented people.
const app = await startTestApp()
const { office, check, take } = await createImportClient(app)

const fileNamed = (name: string) => readFileSync(new URL(`./files/${name}.csv`, import.meta.url))

async function checked(name: string, kind: ImportKind = 'families') {
  const { run, sentences } = await check(fileNamed(name), kind)
  const used = run.columns.filter(({ readAs }) => readAs !== '')
  return { run, sentences, columns: Object.fromEntries(used.map(({ heading, readAs }) => [readAs, heading])) }
}

test('Google Contacts: the first address and number are read; an adult’s birthday is skipped', async () => {
  const { run, sentences, columns } = await checked('google-contacts')
  expect(columns).toEqual({
    first_name: 'First Name',
    last_name: 'Last Name',
    email: 'E-mail 1 - Value',
    mobile: 'Phone 1 - Value',
    address_line_1: 'Address 1 - Street',
    address_line_2: 'Address 1 - Extended Address',
    town: 'Address 1 - City',
    postcode: 'Address 1 - Postal Code',
    note: 'Notes',
  })
  expect([sentences, run.good]).toEqual([[], 2])
  await office.imports.run({ id: run.id })
  await app.runJobs()
  expect(await rowOf(app.db, 'accounts', { email: 'zoe.google@example.test' })).toMatchObject({
    ...{ first_name: 'Zoë', last_name: 'O’Neill', mobile: '07700 900102' },
  })
  expect(await rowsOf(app.db, 'children', { last_name: 'O’Neill' })).toEqual([])
})

test('older Google Contacts: given and family name take precedence over the full name', async () => {
  const { run, sentences, columns } = await checked('google-contacts-older')
  expect(columns).toMatchObject({
    first_name: 'Given Name',
    last_name: 'Family Name',
    town: 'Address 1 - City',
  })
  expect(columns).not.toHaveProperty('child_birthday')
  expect(columns).not.toHaveProperty('child_gender')
  expect([sentences, run.good]).toEqual([[], 1])
})

test('Outlook: short lines are valid, and the mobile is preferred to the home phone', async () => {
  const { run, sentences, columns } = await checked('outlook')
  expect(columns).toEqual({
    first_name: 'First Name',
    last_name: 'Last Name',
    email: 'E-mail Address',
    mobile: 'Mobile Phone',
    address_line_1: 'Home Street',
    address_line_2: 'Home Street 2',
    town: 'Home City',
    postcode: 'Home Postal Code',
    note: 'Notes',
  })
  expect([sentences, run.good]).toEqual([[], 2])
})

test('a roster with Parent 1 and Student: dates, siblings and notes are read', async () => {
  const { run, sentences, columns } = await checked('roster-parent-1')
  expect(columns).toEqual({
    child_first_name: 'Student First Name',
    child_last_name: 'Student Last Name',
    child_birthday: 'Date of birth (dd/mm/yyyy)',
    child_gender: 'M/F',
    medical: 'Medical information',
    allergy: 'Allergies (if any)',
    photo_permission: 'Photo OK?',
    first_name: 'Parent 1 First Name',
    last_name: 'Parent 1 Last Name',
    email: 'Parent 1 E-mail Address',
    mobile: 'Parent 1 Mobile Phone',
    postcode: 'Home Postal Code',
  })
  expect([sentences, run.warnings, run.good]).toEqual([[], [], 3])
  await office.imports.run({ id: run.id })
  await app.runJobs()
  const { id } = await rowOf(app.db, 'accounts', { email: 'una.roster@example.test' })
  const children = await rowsOf(app.db, 'children', { account_id: id })
  expect(
    children.map(child => [child.first_name, child.date_of_birth, child.gender, child.photo_permission]),
  ).toEqual([
    ['Mia', '2017-07-14', 2, true],
    ['Leo', '2019-04-12', 1, false],
  ])
  expect(
    await office.families.readNotes({ childIds: [children[0]?.id as number], reason: 'Is it there?' }),
  ).toMatchObject([{ medical: 'Asthma: blue inhaler', allergy: 'Peanuts' }])
})

test('a roster with parent1_ and student_ is read, and parent 2 is left out', async () => {
  const { run, sentences, columns } = await checked('roster-parent1')
  expect(columns).toEqual({
    child_whole_name: 'student_name',
    child_birthday: 'student_dob',
    child_gender: 'student_gender',
    medical: 'allergies_and_medical',
    photo_permission: 'photo_consent',
    whole_name: 'parent1_name',
    email: 'parent1_email',
    mobile: 'parent1_phone',
  })
  expect([sentences, run.warnings, run.good]).toEqual([[], [], 2])
})

test('sep=; and title lines above the headings are skipped, but line numbers stay the same', async () => {
  const { run, sentences, columns } = await checked('roster-with-title')
  expect(columns).toMatchObject({ child_whole_name: 'Dancer', whole_name: 'Name of parent/guardian' })
  expect([sentences, run.rows, run.good]).toEqual([[], 1, 1])
  expect((await office.imports.names({ id: run.id, after: 0 })).items[0]?.line).toBe(6)
})

test("beside the parent's name, columns that do not say whose name are the child's", async () => {
  const { run, sentences, columns } = await checked('roster-of-children')
  expect(columns).toMatchObject({ child_first_name: 'First Name', whole_name: 'Parent/Carer Name' })
  expect(columns).toMatchObject({ child_birthday: 'DOB', medical: 'Medical Conditions' })
  expect([sentences, run.good]).toEqual([[], 1])
})

test('month/day dates are reported once, and dates wait until their order is chosen', async () => {
  const { run, sentences } = await checked('month-first')
  expect(sentences).toEqual([
    'child birthday: 04/25/2019 in line 5 can only be month/day/year. Choose for this column whether day or month comes first',
  ])
  const { items } = await office.imports.problems({ id: run.id, after: 0 })
  expect(items).toMatchObject([{ count: 12, lines: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11] }])
  expect(run).toMatchObject({ good: 0, bad: 12 })
  const columns = run.columns.map(({ readAs }) => readAs)
  const checkBy = (order: DateOrder) =>
    office.imports.check({
      ...{ id: run.id, columns, policy: 'createOnly' },
      dateOrders: [{ column: 'child_birthday', order }],
    })
  await checkBy('dayFirst')
  expect(await office.imports.get({ id: run.id })).toMatchObject({ good: 11, bad: 1 })
  expect(
    (await office.imports.problems({ id: run.id, after: 0 })).items.map(({ sentence }) => sentence),
  ).toEqual(['Line 5: 04/25/2019 is not a date. Use day/month/year'])
  const shown = { id: run.id, columns, policy: 'createOnly' as const }
  const dayFirst = [{ column: 'child_birthday', order: 'dayFirst' as const }]
  await checkBy('monthFirst')
  expect(await refusal(office.imports.run({ ...shown, dateOrders: dayFirst }))).toMatch(/has been checked/)
  expect(await refusal(office.imports.run({ ...shown, dateOrders: [] }))).toMatch(/has been checked/)
  await office.imports.run({ ...shown, dateOrders: [{ column: 'child_birthday', order: 'monthFirst' }] })
  await app.runJobs()
  expect(await office.imports.get({ id: run.id })).toMatchObject({ state: 'done', finished: 12 })
  expect(await rowOf(app.db, 'children', { first_name: 'ChildD' })).toMatchObject({
    date_of_birth: '2019-04-25',
  })
  expect(await rowOf(app.db, 'children', { first_name: 'ChildA' })).toMatchObject({
    date_of_birth: '2019-01-05',
  })
})

test('a timetable with informal times, prices and ages is read, with suggested names', async () => {
  await makeOffering(app, { typeName: 'Ballet', venue: 'Larkfield H', ageGroup: '35 years' })
  await makeOffering(app, { typeName: 'Ballet', venue: 'Larkfield Hall', ageGroup: '3–5 years' })
  const { run, sentences } = await checked('classes', 'classes')
  expect(sentences).toEqual(["Line 4: no venue is called 'Larkfield Hal'. Did you mean 'Larkfield Hall'?"])
  expect(run.promised?.makes).toMatchObject({ dates: 8 })
  await office.imports.run({ id: run.id })
  await app.runJobs()
  const sessions = await rowsOf(app.db, 'sessions', { name: 'Ballet', status: 'draft' })
  const kinds = new Set(
    sessions.map(({ start_time, end_time, price_pence, credits }) =>
      [start_time, end_time, price_pence, credits].join(' '),
    ),
  )
  expect([...kinds]).toEqual(['10:00:00 10:45:00 850 0', '13:00:00 14:15:00 900 0'])
})

test('a sibling with different parent cells is imported with a warning; the first line is used', async () => {
  await makeFamily(app, { email: 'someone@example.test' })
  const headings = 'Email,First name,Surname,Mobile,Address,Postcode,Child name,DOB'
  const { run, sentences, id } = await take(
    [
      headings,
      'sib@example.test,Zoë,O’Dowd,07700 900120,4 Elm Lane,BS1 4AC,Mia O’Dowd,17/05/2019',
      "SIB@example.test,ZOE\u0308,O'Dowd,+44 7700 900120,4 Elm-Lane,bs14ac,Leo O’Dowd,17/05/2020",
      'sib@example.test,Zoë,Smith,07700 900121,,,Ada O’Dowd,17/05/2021',
      'sib@example.test,Zoë,Smith,07700 900121,,,Ida O’Dowd,17/05/2022',
    ].join('\n'),
  )
  expect(sentences).toEqual([])
  expect(run).toMatchObject({ state: 'done', finished: 4, bad: 0 })
  expect(run.warnings.map(({ sentence, lines, count }) => [sentence, lines, count])).toEqual([
    ["Line 4: 'Smith' differs from line 2, which has the same email address and counts", [4, 5], 2],
    ["Line 4: '07700 900121' differs from line 2, which has the same email address and counts", [4, 5], 2],
  ])
  const account = await rowOf(app.db, 'accounts', { email: 'sib@example.test' })
  expect(account).toMatchObject({ last_name: 'O’Dowd', mobile: '07700 900120', postcode: 'BS1 4AC' })
  expect(await rowsOf(app.db, 'children', { account_id: account.id })).toHaveLength(4)
  await office.imports.remove({ id })
  expect((await office.imports.get({ id })).warnings).toEqual([])
})
