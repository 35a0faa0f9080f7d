import { expect, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { makeAccount, testPassword } from '#testing/make-account.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

interface Profile {
  [field: string]: string | number
}
const read = async (token: string) => (await app.call<Profile>('user/getUserDetails', {}, token)).data
const edit = (token: string | undefined, fields: object) => app.call<Profile>('user/profile', fields, token)
const rowOf = (accountId: number) =>
  app.db.selectFrom('accounts').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow()
const upload = (accountId: number, path: string) =>
  app.db
    .insertInto('media')
    .values({
      account_id: accountId,
      path,
      mime: 'image/webp',
      bytes: 1,
      sha256: Buffer.alloc(32),
      created_at: app.clock.now(),
    })
    .execute()

test.each(['user/getUserDetails', 'user/profile', 'user/createOrigin', 'user/logout'])(
  '%s needs a token',
  async path => {
    expect(await app.call(path)).toMatchObject({ status: 401, code: 401, msg: sentences.pleaseLogIn })
    expect((await app.call(path, {}, 'no such token')).code).toBe(401)
  },
)

test.each([
  ['first_name', '', sentences.firstNameRequired],
  ['last_name', ' ', sentences.lastNameRequired],
  ['mobile', '', sentences.mobileRequired],
  ['email', '', sentences.emailRequired],
  ['email', 'somewhere', sentences.emailRequired],
  ['town', { name: 'Leeds' }, 'The value of town is not valid'],
  ['remark', 'x'.repeat(5_001), 'The value of remark is too long'],
])('a wrong %s is refused and nothing changes', async (field, value, sentence) => {
  const { token } = await makeAccount(app)
  const before = await read(token)
  expect(await edit(token, { [field]: value, psot_code: 'LS1' })).toMatchObject({ code: 0, msg: sentence })
  expect(await read(token)).toEqual(before)
})

test('a profile shows its own account in full', async () => {
  const { token, email, accountId } = await makeAccount(app, { credits: 5, points: 120 })
  expect(await read(token)).toEqual({
    id: accountId,
    first_name: 'Priya',
    last_name: 'Shah',
    mobile: '07700 900001',
    email,
    avatar: '',
    address_line_one: '',
    address_line_two: '',
    town: '',
    psot_code: '',
    remark: '',
    score: 120,
    combo_num: 5,
  })
})

test('only the given fields change, and only those a parent may change', async () => {
  const { token, accountId } = await makeAccount(app, { credits: 5, points: 120 })
  const neighbour = await makeAccount(app)
  const before = await read(token)
  const answer = await edit(token, {
    town: 'Leeds',
    psot_code: 'LS1 4AP',
    id: neighbour.accountId,
    score: 999,
    combo_num: 999,
    credit_balance: 999,
    status: 'closed',
    password: 'hijacked',
  })
  expect(answer).toMatchObject({ code: 1, data: { ...before, town: 'Leeds', psot_code: 'LS1 4AP' } })
  expect(await rowOf(accountId)).toMatchObject({ credit_balance: 5, points_balance: 120, status: 'active' })
  expect(await read(neighbour.token)).toMatchObject({ town: '', psot_code: '' })
  expect((await edit(token, {})).data).toEqual(answer.data)
  expect((await edit(token, { town: '' })).data).toMatchObject({ town: '', psot_code: 'LS1 4AP' })
})

test('an address that is taken is refused without regard to case', async () => {
  const { token } = await makeAccount(app)
  const { email } = await makeAccount(app)
  expect(await edit(token, { email: email.toUpperCase(), town: 'Leeds' })).toMatchObject({
    code: 0,
    msg: sentences.emailTaken,
  })
  expect(await read(token)).toMatchObject({ town: '' })
})

test('a changed address is told to the old one; the same address again is no change', async () => {
  const { token, email } = await makeAccount(app)
  expect((await edit(token, { email: email.toUpperCase() })).code).toBe(1)
  expect((await edit(token, { email: 'Moved@Example.Test' })).data).toMatchObject({
    email: 'moved@example.test',
  })
  const mails = await app.db.selectFrom('mails').selectAll().where('to_email', '=', email).execute()
  expect(mails).toMatchObject([{ purpose: 'email-changed' }])
  expect((await app.call('user/login', { email: 'moved@example.test', password: testPassword })).code).toBe(1)
  expect((await app.call('user/login', { email, password: testPassword })).msg).toBe(sentences.wrongLogin)
})

test('addresses cannot be tried out without end', async () => {
  const { token } = await makeAccount(app)
  const { email } = await makeAccount(app)
  for (let tries = 0; tries < 20; tries++) {
    expect((await edit(token, { email })).msg).toBe(sentences.emailTaken)
  }
  expect((await edit(token, { email })).msg).toBe(sentences.tooManyTries)
})

test('a picture must be an own upload', async () => {
  const { token, accountId } = await makeAccount(app)
  const neighbour = await makeAccount(app)
  await upload(accountId, 'uploads/mine.webp')
  await upload(neighbour.accountId, 'uploads/theirs.webp')
  const refused = [
    'uploads/theirs.webp',
    'uploads/absent.webp',
    'https://evil.test/pixel.png',
    'javascript:alert(1)',
  ]
  for (const avatar of refused) {
    expect(await edit(token, { avatar })).toMatchObject({ code: 0, msg: sentences.pictureNotFound })
  }
  expect((await edit(token, { avatar: 'uploads/mine.webp' })).data).toMatchObject({
    avatar: 'uploads/mine.webp',
  })
  expect((await edit(token, { avatar: '' })).data).toMatchObject({ avatar: '' })
})

test('a picture that is there already may stay', async () => {
  const { token, accountId } = await makeAccount(app)
  await app.db
    .updateTable('accounts')
    .set({ avatar_path: 'demo/face.webp' })
    .where('id', '=', accountId)
    .execute()
  expect((await edit(token, { avatar: 'demo/face.webp', town: 'Leeds' })).code).toBe(1)
})

test('the answers of the last onboarding step are kept, the last ones count', async () => {
  const { token, accountId } = await makeAccount(app)
  const answer = (is_receive: unknown, origin: string) =>
    app.call('user/createOrigin', { is_receive, origin }, token)
  expect((await answer('perhaps', 'Other')).code).toBe(0)
  expect((await rowOf(accountId)).wants_offers).toBeNull()
  expect(await answer(1, 'Google search')).toMatchObject({ code: 1, data: null })
  expect((await answer(0, 'Friend or family')).code).toBe(1)
  expect(await rowOf(accountId)).toMatchObject({ wants_offers: false, referral_source: 'Friend or family' })
})
