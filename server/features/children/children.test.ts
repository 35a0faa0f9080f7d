import { expect, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { aChild } from '#testing/child-form.ts'
import { makeAccount, testPassword } from '#testing/make-account.ts'
import { makeChild } from '#testing/make-child.ts'
import { makeUpload } from '#testing/make-upload.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

type Child = typeof aChild
const [guardian, uncle] = aChild.contacts
const noPickUpPerson = { firstName: '', lastName: '', phone: '', relationship: '', photo: '' }
const pickUpPeople = (childId: number) => rowsOf(app.db, 'pick_up_people', { child_id: childId })

test.each(['list', 'details', 'add', 'edit'] as const)('%s needs a token', async name => {
  const asked = app.visitor.children[name]({ ...aChild, id: 1 } as never)
  expect(await refusal(asked)).toBe('401 Please log in')
})

const contactWith = (position: number, field: string, value: unknown) => ({
  ...aChild,
  contacts: aChild.contacts.map((contact, at) =>
    at === position ? { ...contact, [field]: value } : contact,
  ),
})
const starred: [name: string, formWith: (value: unknown) => object][] = [
  ...['firstName', 'lastName', 'medical', 'allergy'].map((field): (typeof starred)[number] => [
    field,
    value => ({ ...aChild, [field]: value }),
  ]),
  ...[0, 1].flatMap(position =>
    Object.keys(guardian).map((field): (typeof starred)[number] => [
      `${field} of contact ${position + 1}`,
      value => contactWith(position, field, value),
    ]),
  ),
]
test.each(starred)(
  'a child without %s is refused, new or known, and nothing is written',
  async (_, formWith) => {
    const account = await makeAccount(app)
    const id = await makeChild(app, account)
    const { add, edit, list } = account.api.children
    const before = await list()
    for (const missing of ['', '   ', '\u200b', undefined, null]) {
      const form = formWith(missing) as Child
      expect(await refusal(add(form))).toBe(sentences.starredRequired)
      expect(await refusal(edit({ ...form, id }))).toBe(sentences.starredRequired)
    }
    expect(await list()).toEqual(before)
  },
)

test.each([
  ['contacts', contactWith(0, 'mobile', 'none').contacts, sentences.phoneInvalid],
  ['contacts', contactWith(1, 'mobile', '07700 900501 (mum)').contacts, sentences.phoneInvalid],
  ['contacts', contactWith(1, 'email', 'kin@example').contacts, sentences.emailRequired],
  ['pickUpPerson', { ...aChild.pickUpPerson, phone: 'ask Joan' }, sentences.phoneInvalid],
])('%s that cannot be dialled are refused', async (part, value, sentence) => {
  const account = await makeAccount(app)
  const id = await makeChild(app, account)
  const { add, edit } = account.api.children
  const form = { ...aChild, [part]: value } as Child
  expect(await refusal(add(form))).toBe(sentence)
  expect(await refusal(edit({ ...form, id }))).toBe(sentence)
})

test("a child's telephone number in an older format can be saved again with the rest", async () => {
  const account = await makeAccount(app)
  const { add, edit, details } = account.api.children
  const { id } = await add(aChild)
  await changeRows(
    app.db,
    'emergency_contacts',
    { child_id: id, position: 2 },
    { mobile: '07700–900501 (mum)' },
  )
  const read = await details({ id })
  await edit({ ...read, firstName: '\u2066Zoe\u0308\u2069' })
  const [, second] = (await details({ id })).contacts
  expect(second.mobile).toBe('07700-900501 (mum)')
  expect(await rowsOf(app.db, 'children', { id })).toMatchObject([{ first_name: 'Zo\u00eb' }])
  expect(await refusal(edit({ ...contactWith(1, 'mobile', 'dad'), id } as Child & { id: number }))).toBe(
    sentences.phoneInvalid,
  )
})

test.each([
  ['dateOfBirth', '17-05-2020', 'The value of birthday is not valid'],
  ['dateOfBirth', '2021-02-29', 'The value of birthday is not valid'],
  ['dateOfBirth', '', 'The value of birthday is not valid'],
  ['dateOfBirth', '0000-01-01', 'The value of birthday is not valid'],
  ['dateOfBirth', '0001-01-01', sentences.birthdayInvalid],
  ['dateOfBirth', '1899-12-31', sentences.birthdayInvalid],
  ['dateOfBirth', '2200-01-01', sentences.birthdayInvalid],
  ['dateOfBirth', '2026-11-24', sentences.birthdayInvalid],
  ['medical', 'a\u0000b', 'The value of medical is not valid'],
  ['medical', { text: 'None' }, 'The value of medical is not valid'],
  ['medical', 'x'.repeat(5_001), 'The value of medical is too long'],
  ['firstName', 'x'.repeat(101), 'The value of child first name is too long'],
  [
    'pickUpPerson',
    { ...aChild.pickUpPerson, firstName: 'x'.repeat(101) },
    'The value of pick-up person first name is too long',
  ],
])('a wrong %s is refused', async (field, value, sentence) => {
  const { add, list } = (await makeAccount(app)).api.children
  expect(await refusal(add({ ...aChild, [field]: value }))).toBe(sentence)
  expect(await list()).toEqual([])
})

test('a child born today in London may be added, one born tomorrow may not', async () => {
  const { add } = (await makeAccount(app)).api.children
  const present = app.clock.now()
  app.clock.set('2026-07-01T23:30:00Z') // half past midnight on 2 July in London
  try {
    const tomorrow = add({ ...aChild, dateOfBirth: '2026-07-03' })
    expect(await refusal(tomorrow)).toBe(sentences.birthdayInvalid)
    await add({ ...aChild, dateOfBirth: '2026-07-02' })
  } finally {
    app.clock.set(present)
  }
})

test('a saved child has every value as entered', async () => {
  const { add, details, list } = (await makeAccount(app)).api.children
  const { id } = await add(aChild)
  expect(await details({ id })).toEqual({ ...aChild, id })
  expect(await list()).toEqual([{ ...aChild, id }])
})

test('children are listed in the order they were added, each with its own people', async () => {
  const { add, list } = (await makeAccount(app)).api.children
  const [nora, olga] = [aChild.pickUpPerson, { ...aChild.pickUpPerson, firstName: 'Olga' }]
  await add({ ...aChild, firstName: 'Zoe', contacts: [guardian, { ...uncle, firstName: 'Ruth' }] })
  await add({ ...aChild, firstName: 'Abe', pickUpPerson: olga })
  expect(await list()).toMatchObject([
    { firstName: 'Zoe', contacts: [guardian, { firstName: 'Ruth' }], pickUpPerson: nora },
    { firstName: 'Abe', contacts: [guardian, uncle], pickUpPerson: olga },
  ])
})

test('an edit replaces every field, the people included', async () => {
  const { add, edit, details } = (await makeAccount(app)).api.children
  const { id } = await add(aChild)
  const next: Child = {
    ...aChild,
    firstName: 'Léo',
    gender: 'female',
    dateOfBirth: '2019-01-02',
    attendsSchool: false,
    schoolName: '',
    addressSource: 'guardian',
    medical: 'None',
    allergy: 'Milk',
    photoPermission: false,
    photoMarketingPermission: true,
    contacts: [
      { ...guardian, firstName: 'Rosa' },
      { ...uncle, relationship: 'Grandfather' },
    ],
    pickUpPerson: { ...aChild.pickUpPerson, firstName: 'Olga' },
  }
  expect(await edit({ id, ...next })).toBeNull()
  expect(await details({ id })).toEqual({ ...next, id })
})

test('a pick-up person is kept only while a field of theirs is filled in', async () => {
  const { add, edit } = (await makeAccount(app)).api.children
  const { id } = await add(aChild)
  await edit({ ...aChild, id, pickUpPerson: noPickUpPerson })
  expect(await pickUpPeople(id)).toEqual([])
  await edit({ ...aChild, id, pickUpPerson: { ...noPickUpPerson, phone: '07700 900009' } })
  expect(await pickUpPeople(id)).toMatchObject([{ first_name: '', phone: '07700 900009' }])
})

// Proves CHILD-37.
test("another family's child and an unknown one are refused in the same words", async () => {
  const [mine, theirs] = [await makeAccount(app), await makeAccount(app)]
  const childId = await makeChild(app, theirs)
  const [own, foreign] = [mine.api.children, theirs.api.children]
  const before = await foreign.list()
  for (const id of [childId, 99_999_999]) {
    expect(await refusal(own.details({ id }))).toBe(sentences.childNotFound)
    expect(await refusal(own.edit({ ...aChild, id }))).toBe(sentences.childNotFound)
  }
  expect(await own.list()).toEqual([])
  expect(await foreign.list()).toEqual(before)
  expect(await foreign.details({ id: childId })).toEqual(before[0])
  await foreign.edit({ ...aChild, id: childId })
})

test.each([0, -1, 1.5, '1,2', [1], 'abc', {}, null, '', 2 ** 53])('an id of %j is refused', async wrong => {
  const { details, edit } = (await makeAccount(app)).api.children
  const id = wrong as number
  expect(await refusal(details({ id }))).toBe('The value of id is not valid')
  expect(await refusal(edit({ ...aChild, id }))).toBe('The value of id is not valid')
})

test.each([
  ['the child', (avatar: string) => ({ ...aChild, avatar })],
  ['the pick-up person', (photo: string) => ({ ...aChild, pickUpPerson: { ...aChild.pickUpPerson, photo } })],
])("a picture of %s must be the account's own upload", async (_, withPicture) => {
  const [mine, theirs] = [await makeAccount(app), await makeAccount(app)]
  const { add, edit } = mine.api.children
  const own = await makeUpload(app, mine.accountId, `uploads/${mine.accountId}.webp`)
  const foreign = await makeUpload(app, theirs.accountId, `uploads/${theirs.accountId}.webp`)
  for (const path of [foreign, 'https://evil.test/pixel.png']) {
    expect(await refusal(add(withPicture(path)))).toBe(sentences.pictureNotFound)
  }
  const { id } = await add(withPicture(own))
  const editTo = (path: string) => edit({ id, ...withPicture(path) })
  expect(await refusal(editTo(foreign))).toBe(sentences.pictureNotFound)
  await app.db.deleteFrom('media').where('path', '=', own).execute()
  await editTo(own)
  await editTo('')
})

/** Signs in twice to one account, as two parents do. */
async function twoParents() {
  const family = await makeAccount(app)
  const { token } = await app.visitor.accounts.signIn({ email: family.email, password: testPassword })
  return [family.api.children, app.apiOf({ token }).children] as const
}

test('a form saves only its changes, and asks if somebody else changed the same field', async () => {
  const [mum, dad] = await twoParents()
  const { id } = await mum.add(aChild)
  await dad.edit({ ...aChild, id, before: aChild, allergy: 'Peanuts: carries an EpiPen' })
  await mum.edit({ ...aChild, id, before: aChild, note: 'Sings' })
  const saved = { ...aChild, id, allergy: 'Peanuts: carries an EpiPen', note: 'Sings' }
  expect(await mum.details({ id })).toEqual(saved)
  const older = { ...aChild, id, before: aChild }
  expect(await refusal(mum.edit({ ...older, allergy: 'Cashew nuts' }))).toBe(
    `409 ${sentences.savedElsewhere}`,
  )
  // Never mixes two people's contacts into one with the name of one and the number of the other.
  const contacts: Child['contacts'] = [guardian, { ...uncle, firstName: 'Ruth' }]
  await dad.edit({ ...older, contacts })
  const newNumber: Child['contacts'] = [guardian, { ...uncle, mobile: '07700 900005' }]
  expect(await refusal(mum.edit({ ...older, contacts: newNumber }))).toBe(`409 ${sentences.savedElsewhere}`)
  expect(await mum.details({ id })).toEqual({ ...saved, contacts })
  // Both made the same change.
  await mum.edit({ ...older, contacts, allergy: saved.allergy })
  await mum.edit({ ...aChild, id, before: { ...aChild, allergy: saved.allergy }, allergy: 'Both nuts' })
  expect(await mum.details({ id })).toEqual({ ...saved, contacts, allergy: 'Both nuts' })
})

test('a form without its initial values is refused if another device saved the child since', async () => {
  const [mum, dad] = await twoParents()
  const { id } = await mum.add(aChild)
  await dad.list()
  await mum.edit({ ...aChild, id, allergy: 'Peanuts: carries an EpiPen' })
  const older = { ...aChild, id, note: 'Sings' }
  expect(await refusal(dad.edit(older))).toBe(sentences.childSavedElsewhere)
  expect(await dad.details({ id })).toEqual({ ...aChild, id, allergy: 'Peanuts: carries an EpiPen' })
  await dad.edit({ ...older, allergy: 'Peanuts: carries an EpiPen' })
  // The first parent's form is now the older one; an unchanged field is no conflict.
  expect(await refusal(mum.edit({ ...aChild, id }))).toBe(sentences.childSavedElsewhere)
  await mum.edit({ ...older, allergy: 'Peanuts: carries an EpiPen' })
  await mum.edit({ ...aChild, id })
  expect(await mum.details({ id })).toEqual({ ...aChild, id })
})

test("a new child's form sent again creates one child, with its latest values", async () => {
  const { add, list } = (await makeAccount(app)).api.children
  const form = { ...aChild, requestId: 'form-1' }
  const { id } = await add(form)
  expect(await add(form)).toEqual({ id })
  expect(await add({ ...form, firstName: 'Léo', allergy: 'Peanuts, and eggs' })).toEqual({ id })
  expect(await list()).toEqual([{ ...aChild, id, firstName: 'Léo', allergy: 'Peanuts, and eggs' }])
  // Another child in a form whose answer was lost does not rename the first.
  const twin = await add({ ...form, firstName: 'Mia' })
  expect((await list()).map(({ firstName }) => firstName)).toEqual(['Léo', 'Mia'])
  expect(await add({ ...form, firstName: 'Mia' })).toEqual(twin)
  // Each family has its own form numbers.
  const others = (await makeAccount(app)).api.children
  await others.add(form)
  expect(await others.list()).toHaveLength(1)
  expect(await list()).toHaveLength(2)
})

test('adding a child with the names and birthday of another asks first', async () => {
  const { add, list } = (await makeAccount(app)).api.children
  const { id } = await add({ ...aChild, firstName: 'Zoë', lastName: 'O’Dowd' })
  const again = { ...aChild, firstName: 'Zoe\u0308', lastName: "o'dowd", allergy: 'None' }
  const sentence = "Zoë o'dowd with this birthday is already among your children"
  expect((await refusal(add({ ...again, requestId: 'form-2' })))?.normalize()).toBe(`409 ${sentence}`)
  expect((await refusal(add(again)))?.normalize()).toBe(sentence)
  expect(await list()).toHaveLength(1)
  // The very same form is the same child, whose first answer was lost.
  expect(await add({ ...aChild, firstName: 'Zoë', lastName: 'O’Dowd' })).toEqual({ id })
  await add({ ...again, requestId: 'form-2', isAnother: true })
  await add({ ...again, dateOfBirth: '2021-05-17' })
  expect(await list()).toHaveLength(3)
})
