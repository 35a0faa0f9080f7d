import { expect, test } from 'vitest'
import { todayInLondon } from '#domain/calendar.ts'
import { sentences } from '#domain/sentences.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeUpload } from '#testing/make-upload.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

const accountOf = (id: number) => rowOf(app.db, 'accounts', { id })

test.each(['profile', 'editProfile', 'confirmEmail', 'saveOrigin', 'signOut'] as const)(
  '%s needs a token',
  async name => {
    for (const { accounts } of [app.visitor, app.apiOf({ token: 'no such token' })]) {
      expect(await refusal(accounts[name]({} as never))).toBe(`401 ${sentences.pleaseLogIn}`)
    }
  },
)

test.each([
  ['firstName', '', sentences.firstNameRequired],
  ['lastName', ' ', sentences.lastNameRequired],
  ['mobile', '', sentences.mobileRequired],
  ['mobile', '\u200b', sentences.mobileRequired],
  ['mobile', 'none', sentences.phoneInvalid],
  ['mobile', '07700 900501 (mum)', sentences.phoneInvalid],
  ['email', '', sentences.emailRequired],
  ['email', 'somewhere', sentences.emailRequired],
  ['town', { name: 'Leeds' }, 'The value of town is not valid'],
  ['note', 'x'.repeat(5_001), 'The value of remark is too long'],
])('a wrong %s is refused and nothing changes', async (field, value, sentence) => {
  const { profile, editProfile } = (await makeAccount(app)).api.accounts
  const before = await profile()
  expect(await refusal(editProfile({ [field]: value, postcode: 'LS1' }))).toBe(sentence)
  expect(await profile()).toEqual(before)
})

test('a profile shows its own account in full', async () => {
  const { api, email, accountId } = await makeAccount(app, { credits: 5, points: 120 })
  expect(await api.accounts.profile()).toEqual({
    id: accountId,
    firstName: 'Priya',
    lastName: 'Shah',
    mobile: '07700 900001',
    email,
    newEmail: '',
    avatar: '',
    addressLine1: '',
    addressLine2: '',
    town: '',
    postcode: '',
    note: '',
    rewardPoints: 120,
    credits: 5,
  })
})

test('only the given fields change', async () => {
  const { profile, editProfile } = (await makeAccount(app)).api.accounts
  const before = await profile()
  const after = { ...before, town: 'Leeds', postcode: 'LS1 4AP' }
  expect(await editProfile({ town: 'Leeds', postcode: 'LS1 4AP' })).toEqual(after)
  expect(await editProfile({})).toEqual(after)
  expect(await profile()).toEqual(after)
  expect(await editProfile({ town: '' })).toEqual({ ...after, town: '' })
})

test('a telephone number in an older format can be saved again with the rest', async () => {
  const { api, accountId } = await makeAccount(app)
  const { editProfile } = api.accounts
  await changeRows(app.db, 'accounts', { id: accountId }, { mobile: '07700–900501 (mum)' })
  const { mobile } = await editProfile({ mobile: '07700–900501 (mum)', town: 'Leeds', postcode: 'ls14ap' })
  expect(mobile).toBe('07700-900501 (mum)')
  expect(await editProfile({ mobile, town: 'York' })).toMatchObject({
    mobile,
    town: 'York',
    postcode: 'LS1 4AP',
  })
  expect(await refusal(editProfile({ mobile: 'ask mum' }))).toBe(sentences.phoneInvalid)
})

test('a taken address is refused whatever its case', async () => {
  const { profile, editProfile } = (await makeAccount(app)).api.accounts
  const { email } = await makeAccount(app)
  const taken = editProfile({ email: email.toUpperCase(), town: 'Leeds' })
  expect(await refusal(taken)).toBe(sentences.emailTaken)
  expect(await profile()).toMatchObject({ town: '' })
})

test('the number of addresses that can be tried is limited', async () => {
  const { editProfile } = (await makeAccount(app)).api.accounts
  const { email } = await makeAccount(app)
  for (let tries = 0; tries < 20; tries++) {
    expect(await refusal(editProfile({ email }))).toBe(sentences.emailTaken)
  }
  expect(await refusal(editProfile({ email }))).toBe(sentences.tooManyTries)
})

test("a picture must be the account's own upload", async () => {
  const { api, accountId } = await makeAccount(app)
  const { editProfile } = api.accounts
  const neighbour = await makeAccount(app)
  await makeUpload(app, accountId, 'uploads/mine.webp')
  await makeUpload(app, neighbour.accountId, 'uploads/theirs.webp')
  const refused = [
    'uploads/theirs.webp',
    'uploads/absent.webp',
    'https://evil.test/pixel.png',
    'javascript:alert(1)',
  ]
  for (const avatar of refused) {
    expect(await refusal(editProfile({ avatar }))).toBe(sentences.pictureNotFound)
  }
  for (const avatar of ['uploads/mine.webp', '']) {
    expect(await editProfile({ avatar })).toMatchObject({ avatar })
  }
})

test('a picture already in use may stay', async () => {
  const { api, accountId } = await makeAccount(app)
  await changeRows(app.db, 'accounts', { id: accountId }, { avatar_path: 'demo/face.webp' })
  await api.accounts.editProfile({ avatar: 'demo/face.webp', town: 'Leeds' })
})

// Proves ONB-33.
test('the answers of the last onboarding step are saved, and can be changed later', async () => {
  const { api, accountId } = await makeAccount(app)
  const { saveOrigin } = api.accounts
  expect(await saveOrigin({ wantsOffers: true, heardFrom: 'Google search' })).toBeNull()
  await saveOrigin({ wantsOffers: false, heardFrom: 'Friend or family' })
  expect(await accountOf(accountId)).toMatchObject({
    wants_offers: false,
    referral_source: 'Friend or family',
  })
  const asked = {
    ...{ kind: 'offers', wording: 'Would you like to receive offers by email?', source: 'onboarding' },
    given_on: todayInLondon(app.clock.now()),
  }
  expect(await rowsOf(app.db, 'consents', { account_id: accountId })).toMatchObject([
    { ...asked, is_given: true },
    { ...asked, is_given: false },
  ])
})

test('a form saves only its changes, and asks if somebody else changed the same field', async () => {
  const { profile, editProfile } = (await makeAccount(app)).api.accounts
  const {
    id: _id,
    email: _email,
    newEmail: _new,
    rewardPoints: _points,
    credits: _credits,
    ...before
  } = await profile()
  const home = { addressLine1: '1 Vale Row', addressLine2: '-', town: 'Leeds', postcode: 'LS1 4AC' }
  await editProfile({ ...before, ...home, before })
  await editProfile({ ...before, note: 'Ring twice', before })
  expect(await profile()).toMatchObject({ ...before, ...home, note: 'Ring twice' })
  // A mix of two addresses would be nobody's.
  expect(await refusal(editProfile({ ...before, town: 'York', before }))).toBe(
    `409 ${sentences.savedElsewhere}`,
  )
  await editProfile({ mobile: '07700 900009', before: { mobile: before.mobile } })
  expect(await refusal(editProfile({ mobile: '07700 900010', before: { mobile: before.mobile } }))).toBe(
    `409 ${sentences.savedElsewhere}`,
  )
  // A client of the documents sends only the new values.
  await editProfile({ mobile: '07700 900010' })
  expect(await profile()).toMatchObject({ ...home, mobile: '07700 900010', note: 'Ring twice' })
})
