import { expect, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { childForm } from '#testing/child-form.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeChild } from '#testing/make-child.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

type ChildOnWire = Record<string, unknown> & { id: number }
const add = (token: string, form: object) => app.call<{ id: number } | null>('user/createChild', form, token)
const edit = (token: string, id: unknown, form: object) => app.call('user/editChild', { id, ...form }, token)
const details = (token: string, id: unknown) =>
  app.call<ChildOnWire | null>('user/getChildDetails', { id }, token)
const list = async (token: string) => (await app.call<ChildOnWire[]>('user/getChildList', {}, token)).data
const received = (id: number, form: Record<string, unknown>, birthday: string) => ({ ...form, id, birthday })
const pickUpPeople = (childId: number) =>
  app.db.selectFrom('pick_up_people').selectAll().where('child_id', '=', childId).execute()

test.each(['user/getChildList', 'user/getChildDetails', 'user/createChild', 'user/editChild'])(
  '%s needs a token',
  async path => {
    expect(await app.call(path, childForm({ id: 1 }))).toMatchObject({ status: 401, code: 401 })
  },
)

const starred = [
  'child_first_name',
  'child_last_name',
  'medical',
  'allergy',
  ...['one', 'two'].flatMap(which => [
    `contact_first_name_${which}`,
    `contact_last_name_${which}`,
    `contact_mobile_${which}`,
    `contact_email_${which}`,
    `relationship_child_${which}`,
  ]),
]
test.each(starred)('a child without %s is refused, new or known, and nothing is written', async field => {
  const account = await makeAccount(app)
  const childId = await makeChild(app, account)
  const before = await list(account.token)
  for (const missing of ['', '   ', undefined, null]) {
    const form = childForm({ [field]: missing })
    expect(await add(account.token, form)).toMatchObject({ code: 0, msg: sentences.starredRequired })
    expect(await edit(account.token, childId, form)).toMatchObject({
      code: 0,
      msg: sentences.starredRequired,
    })
  }
  expect(await list(account.token)).toEqual(before)
})

test.each([
  ['birthday', '17-05-2020', 'The value of birthday is not valid'],
  ['birthday', '2021-02-29', 'The value of birthday is not valid'],
  ['birthday', '', 'The value of birthday is not valid'],
  ['birthday', '0000-01-01', 'The value of birthday is not valid'],
  ['birthday', '1899-12-31', sentences.birthdayInvalid],
  ['birthday', '2026-11-24', sentences.birthdayInvalid],
  ['gender', 3, 'The value of gender is not valid'],
  ['guardian', 'Somebody', 'The value of guardian is not valid'],
  ['is_school', 'maybe', 'The value of is_school is not valid'],
  ['medical', 'a\u0000b', 'The value of medical is not valid'],
  ['medical', { text: 'None' }, 'The value of medical is not valid'],
  ['medical', 'x'.repeat(5_001), 'The value of medical is too long'],
  ['child_first_name', 'x'.repeat(101), 'The value of child_first_name is too long'],
])('a wrong %s is refused', async (field, value, sentence) => {
  const { token } = await makeAccount(app)
  const answer = await add(token, childForm({ [field]: value }))
  expect(answer).toMatchObject({ status: 200, code: 0, msg: sentence })
  expect(await list(token)).toEqual([])
})

test('a child born today in London may be added, one born tomorrow not', async () => {
  const { token } = await makeAccount(app)
  const present = app.clock.now()
  app.clock.set('2026-07-01T23:30:00Z') // half past midnight on 2 July in London
  try {
    expect((await add(token, childForm({ birthday: '2026-07-03' }))).msg).toBe(sentences.birthdayInvalid)
    expect((await add(token, childForm({ birthday: '2026-07-02' }))).code).toBe(1)
  } finally {
    app.clock.set(present)
  }
})

test('a child comes back as it was entered, with its birthday day first', async () => {
  const { token } = await makeAccount(app)
  const form = childForm()
  const added = await add(token, form)
  expect(added).toMatchObject({ status: 200, code: 1 })
  const id = added.data?.id ?? 0
  expect(added.data).toEqual({ id })
  expect((await details(token, id)).data).toEqual(received(id, form, '17-05-2020'))
  expect(await list(token)).toEqual([received(id, form, '17-05-2020')])
})

test('the short onboarding form is enough, address and pick-up person left out', async () => {
  const { token } = await makeAccount(app)
  const optional = /^(gender|is_school|school_name|guardian|address|remark|photo|child_avatar|nanny)/
  const short = Object.fromEntries(Object.entries(childForm()).filter(([field]) => !optional.test(field)))
  const { data } = await add(token, short)
  const id = data?.id ?? 0
  expect((await details(token, id)).data).toMatchObject({
    gender: 0,
    is_school: 0,
    guardian: 'Parent/guardian',
    address_line_one: '',
    photo_permission: 0,
    nanny_first_name: '',
  })
  expect(await pickUpPeople(id)).toEqual([])
})

test('children are listed oldest entry first, each with its own people', async () => {
  const { token } = await makeAccount(app)
  await add(token, childForm({ child_first_name: 'Zoe', contact_first_name_two: 'Ruth' }))
  await add(token, childForm({ child_first_name: 'Abe', nanny_first_name: 'Olga' }))
  expect(await list(token)).toMatchObject([
    { child_first_name: 'Zoe', contact_first_name_two: 'Ruth', nanny_first_name: 'Nora' },
    { child_first_name: 'Abe', contact_first_name_two: 'Amit', nanny_first_name: 'Olga' },
  ])
})

test('an edit replaces every field, the people included', async () => {
  const { token } = await makeAccount(app)
  const { data } = await add(token, childForm())
  const id = data?.id ?? 0
  const next = childForm({
    child_first_name: 'Léo',
    gender: '2',
    birthday: '2019-01-02',
    is_school: 0,
    school_name: '',
    guardian: 'Parent/guardian',
    medical: 'None',
    allergy: 'Milk',
    photo_permission: 0,
    photo_marketing_permission: 1,
    contact_first_name_one: 'Rosa',
    relationship_child_two: 'Grandfather',
    nanny_first_name: 'Olga',
  })
  expect(await edit(token, String(id), next)).toMatchObject({ code: 1, data: null })
  expect((await details(token, id)).data).toEqual(received(id, { ...next, gender: 2 }, '02-01-2019'))
})

test('a pick-up person is kept only while something is known of one', async () => {
  const { token } = await makeAccount(app)
  const { data } = await add(token, childForm())
  const id = data?.id ?? 0
  const emptied = Object.fromEntries(
    Object.keys(childForm())
      .filter(field => field.startsWith('nanny'))
      .map(field => [field, '']),
  )
  expect((await edit(token, id, childForm(emptied))).code).toBe(1)
  expect(await pickUpPeople(id)).toEqual([])
  expect((await edit(token, id, childForm({ ...emptied, nanny_contact: '07700 900009' }))).code).toBe(1)
  expect(await pickUpPeople(id)).toMatchObject([{ first_name: '', phone: '07700 900009' }])
})

test("another family's child and an absent one are refused in the same words, and nothing changes", async () => {
  const [mine, theirs] = [await makeAccount(app), await makeAccount(app)]
  const childId = await makeChild(app, theirs)
  const before = await list(theirs.token)
  const refusal = { status: 200, code: 0, msg: sentences.childNotFound, data: null }
  for (const id of [childId, 99_999_999]) {
    expect(await details(mine.token, id)).toEqual(refusal)
    expect(await edit(mine.token, id, childForm({ account_id: theirs.accountId }))).toEqual(refusal)
  }
  expect(await list(mine.token)).toEqual([])
  expect(await list(theirs.token)).toEqual(before)
  expect((await details(theirs.token, childId)).code).toBe(1)
  expect((await edit(theirs.token, childId, childForm())).code).toBe(1)
})

test.each([0, -1, 1.5, '1,2', [1], 'abc', {}, null, '', 2 ** 53])('an id of %j is refused', async id => {
  const { token } = await makeAccount(app)
  expect(await details(token, id)).toMatchObject({ status: 200, code: 0, data: null })
  expect(await edit(token, id, childForm())).toMatchObject({ status: 200, code: 0, data: null })
})

test('a child cannot be put into another family', async () => {
  const [mine, theirs] = [await makeAccount(app), await makeAccount(app)]
  expect((await add(mine.token, childForm({ account_id: theirs.accountId, id: 7 }))).code).toBe(1)
  expect(await list(theirs.token)).toEqual([])
  expect(await list(mine.token)).toHaveLength(1)
})

test.each(['child_avatar', 'nanny_avatar'])('a picture in %s must be an own upload', async field => {
  const [mine, theirs] = [await makeAccount(app), await makeAccount(app)]
  const upload = (accountId: number) => ({
    account_id: accountId,
    path: `uploads/${field}-${accountId}.webp`,
    mime: 'image/webp',
    bytes: 1,
    sha256: Buffer.alloc(32),
    created_at: app.clock.now(),
  })
  const [own, foreign] = [upload(mine.accountId), upload(theirs.accountId)]
  await app.db.insertInto('media').values([own, foreign]).execute()
  for (const path of [foreign.path, 'https://evil.test/pixel.png']) {
    expect((await add(mine.token, childForm({ [field]: path }))).msg).toBe(sentences.pictureNotFound)
  }
  const { data } = await add(mine.token, childForm({ [field]: own.path }))
  const id = data?.id ?? 0
  expect((await edit(mine.token, id, childForm({ [field]: foreign.path }))).msg).toBe(
    sentences.pictureNotFound,
  )
  await app.db.deleteFrom('media').where('path', '=', own.path).execute()
  expect((await edit(mine.token, id, childForm({ [field]: own.path }))).code).toBe(1)
  expect((await edit(mine.token, id, childForm({ [field]: '' }))).code).toBe(1)
})
