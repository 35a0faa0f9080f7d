import { expect, test } from 'vitest'
import * as addresses from '#contract/addresses.ts'
import { contract } from '#contract/contract.ts'
import { isVatNumber, readableAccent } from '#domain/office/business-rules.ts'
import { sentences } from '#domain/sentences.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeClassOrder, makePackOrder } from '#testing/make-order.ts'
import { makeUpload } from '#testing/make-upload.ts'
import { makeStaff } from '#testing/office-client.ts'
import { changeRows, rowOf, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp, type TestApp } from '#testing/start-test-app.ts'
import { lookAtBusiness } from './present-business.ts'

const details = {
  name: 'Larkfield Ballet',
  legalName: '',
  companyNumber: '',
  childcareRegistration: '',
  email: 'hello@larkfield.test',
  phone: '0117 496 0100',
  address: '1 High Street, Larkfield',
  postcode: 'BS1 1AA',
}

async function startUnopened(): Promise<TestApp> {
  const app = await startTestApp()
  await changeRows(app.db, 'business', {}, { opened_at: null })
  await lookAtBusiness(app.services)
  return app
}

const see = (app: TestApp, token = '') =>
  app.http.inject({
    url: addresses.about(),
    headers: { 'accept-encoding': 'identity', ...(token && { cookie: `office=${token}` }) },
  })

test('before it opens visitors see one waiting page, and staff the site with a ribbon', async () => {
  const app = await startUnopened()
  await (await app.office('owner')).business.saveDetails({ version: 1, ...details })
  const waiting = await see(app)
  expect({ status: waiting.statusCode, after: waiting.headers['retry-after'] }).toEqual({
    status: 503,
    after: '3600',
  })
  for (const said of ['Larkfield Ballet', 'Booking opens soon', 'hello@larkfield.test', '0117 496 0100']) {
    expect(waiting.body).toContain(said)
  }
  expect((await app.call(contract.offerings.class.types.path)).status).toBe(503)
  const { token } = await makeStaff(app)
  const shown = await see(app, token)
  expect(shown.statusCode).toBe(200)
  expect(shown.body).toContain('Only you can see this')
  expect(shown.body).toContain('Larkfield Ballet</title>')
  expect(shown.headers['cache-control']).toBe('no-store')
})

test('an empty business opens once everything it needs is there', async () => {
  const app = await startUnopened()
  const owner = await app.office('owner')
  const missing = async () =>
    (await owner.business.steps({})).steps.filter(({ isDone }) => !isDone).map(({ step }) => step)
  expect(await missing()).toEqual([
    ...['business', 'look', 'tax', 'payments', 'mail', 'venues', 'classes', 'term', 'texts'],
  ])
  await expect(owner.business.open({})).rejects.toMatchObject({
    officeCode: 422,
    facts: { fields: { mail: expect.any(String), term: expect.any(String) } },
  })

  await expect(
    owner.business.saveDetails({ version: 1, ...details, name: '', email: 'x' }),
  ).rejects.toMatchObject({
    facts: {
      fields: { name: 'Trading name is required', email: 'Please enter a valid email address' },
    },
  })
  await owner.business.saveDetails({ version: 1, ...details })
  await writeRow(app.db, 'site_pictures', { path: 'a.png', created_at: app.clock.now() })
  await expect(
    owner.business.saveLook({ version: 2, logo: 'a.png', footerLogo: '', accent: '#ffcc00' }),
  ).rejects.toMatchObject({
    facts: {
      fields: {
        accent: `This colour is too light to read. We made it darker: ${readableAccent('#ffcc00')}`,
      },
    },
  })
  await owner.business.saveLook({ version: 2, logo: 'a.png', footerLogo: '', accent: '#1d6a96' })
  await expect(owner.business.confirmMail({})).rejects.toThrow('Please send a test first')
  expect(await owner.business.checkMail({ to: 'ann@example.test' })).toMatchObject({ isSent: true })
  expect((await app.http.inject({ url: '/dev/mailbox' })).body).toContain('A test mail of Larkfield Ballet')
  expect(await missing()).toContain('mail')
  expect(await owner.business.mail({})).toMatchObject({ isTestSent: true, checkedAt: null })
  await owner.business.confirmMail({})
  expect(await owner.business.draftTexts({})).toEqual({ drafted: 2 })
  const offering = await makeOffering(app, { typeName: 'Ballet' })
  await makeSession(app, offering, { date: '2026-12-01' })
  const wantsOf = async (step: string) =>
    (await owner.business.steps({})).steps.find(one => one.step === step)?.wants
  const wantsOfClasses = () => wantsOf('classes')
  const use = (table: 'venues' | 'age_groups', is_active: boolean) =>
    changeRows(app.db, table, {}, { is_active })
  await use('venues', false)
  expect(await wantsOf('venues')).toBe('A venue')
  await use('age_groups', false)
  expect(await wantsOf('venues')).toBe('A venue and an age group')
  await use('venues', true)
  expect(await wantsOf('venues')).toBe('An age group')
  await use('age_groups', true)
  await changeRows(app.db, 'offering_types', {}, { introduction: 'First steps' })
  expect(await wantsOfClasses()).toBe('A picture for “Ballet”')
  await changeRows(app.db, 'offering_types', {}, { introduction: '', image_path: 'a.png' })
  expect(await wantsOfClasses()).toBe('A sentence or two about “Ballet”')
  await changeRows(
    app.db,
    'offering_types',
    {},
    { image_path: 'a.png', introduction: 'First steps', introduction_html: '' },
  )
  expect(await missing()).toEqual(['tax', 'payments', 'texts'])
  expect((await owner.business.steps({})).steps.at(-1)).toMatchObject({
    step: 'texts',
    wants: 'Please replace the words in square brackets: Terms & Conditions and Privacy Policy',
  })
  // An emphasised placeholder counts; brackets that span lines do not.
  await changeRows(app.db, 'settings', { key: 'privacyHtml' }, { value: '<p>Kept [</p><p>safe]</p>' })
  await changeRows(
    app.db,
    'settings',
    { key: 'termsHtml' },
    { value: '<p>[<strong>Your</strong> words]</p>' },
  )
  expect(await wantsOf('texts')).toBe('Please replace the words in square brackets: Terms & Conditions')
  await changeRows(app.db, 'settings', { key: 'termsHtml' }, { value: '<p>Agreed</p>' })
  expect(await missing()).not.toContain('texts')
  await changeRows(app.db, 'settings', { key: 'privacyHtml' }, { value: '<p>Kept safe</p>' })
  // The waiting page has the business's own colours, too.
  expect((await see(app)).body).toContain('--color-brand:light-dark(#1d6a96,')
  await owner.business.open({})
  const open = await see(app)
  expect(open.statusCode).toBe(200)
  expect(open.body).not.toContain('Only you can see this')
  expect(open.body).toContain('--color-brand:light-dark(#1d6a96,')
  await expect(owner.business.open({})).rejects.toThrow('The business is open already')
})

test('a new business gives no reward points until it turns them on', async () => {
  const app = await startTestApp()
  await changeRows(app.db, 'business', {}, { gives_points: false })
  await lookAtBusiness(app.services)
  expect(app.services.business.lacks).toContain('points')
  const owner = await app.office('owner')
  const { version } = await owner.business.get({})
  await expect(
    owner.business.savePoints({ version, givesPoints: true, pointsUse: ' ' }),
  ).rejects.toMatchObject({
    field: 'pointsUse',
    message: 'Please say what families get for their points',
  })
  await owner.business.savePoints({ version, givesPoints: true, pointsUse: 'A tote bag' })
  expect(app.services.business.lacks).not.toContain('points')
  expect((await app.visitor.content.siteSettings()).pointsUse).toBe('A tote bag')
  const desk = await app.office('frontDesk')
  await expect(desk.business.savePoints({ version: 2, givesPoints: false, pointsUse: '' })).rejects.toThrow()
})

test('a change made by another process is seen within seconds', async () => {
  const app = await startTestApp()
  await changeRows(app.db, 'business', {}, { accent: '#123456' })
  expect((await see(app)).body).not.toContain('#123456')
  await lookAtBusiness(app.services)
  expect((await see(app)).body).toContain('#123456')
})

test('two who edit the business at once are shown both versions, and only the owner sets the tax', async () => {
  const app = await startTestApp()
  const [owner, manager] = [await app.office('owner'), await app.office('manager')]
  await owner.business.saveDetails({ version: 1, ...details })
  await expect(
    manager.business.saveDetails({ version: 1, ...details, phone: '0117 496 0199' }),
  ).rejects.toMatchObject({
    officeCode: 409,
    facts: { by: 'Ann Perry', current: { version: 2, phone: details.phone } },
  })
  for (const phone of ['1', 'ring us'])
    await expect(owner.business.saveDetails({ version: 2, ...details, phone })).rejects.toMatchObject({
      facts: { fields: { phone: 'Please enter a valid phone number' } },
    })
  const tax = { version: 2, isVatRegistered: true, vatNumber: 'GB 980 7806 84' }
  await expect(manager.business.saveTax(tax)).rejects.toMatchObject({ officeCode: 403 })
  await expect(owner.business.saveTax({ ...tax, vatNumber: 'GB980780685' })).rejects.toMatchObject({
    facts: { fields: { vatNumber: 'This is not a valid VAT number' } },
  })
  expect(isVatNumber(tax.vatNumber)).toBe(true)
  await owner.business.saveTax(tax)
})

test("a logo must be one of the business's own pictures", async () => {
  const app = await startTestApp()
  const owner = await app.office('owner')
  const family = await makeAccount(app)
  const ofFamily = await makeUpload(app, family.accountId, 'uploads/me.webp')
  await writeRow(app.db, 'site_pictures', { path: 'uploads/own.webp', created_at: app.clock.now() })
  const look = { version: 1, logo: 'uploads/own.webp', footerLogo: '', accent: '#1d6a96' }
  const before = await owner.business.get({})
  for (const bad of [ofFamily, 'uploads/nowhere.webp', 'https://other.example.test/a.png', '"><script>']) {
    for (const field of ['logo', 'footerLogo']) {
      await expect(owner.business.saveLook({ ...look, [field]: bad })).rejects.toThrow(
        'This picture is no longer there',
      )
    }
  }
  expect(await owner.business.get({})).toEqual(before)
  await owner.business.saveLook(look)
  // A logo already in use stays, whether or not the library has it.
  await changeRows(app.db, 'settings', { key: 'logo' }, { value: 'logo.svg' })
  await owner.business.saveLook({ ...look, version: 2, logo: 'logo.svg' })
  expect(await owner.business.get({})).toMatchObject({ logo: 'logo.svg', accent: '#1d6a96' })
})

test('test mails are limited to ten an hour', async () => {
  const app = await startTestApp()
  const owner = await app.office('owner')
  const send = () => owner.business.checkMail({ to: 'ann@example.test' })
  for (let times = 0; times < 10; times++) expect(await send()).toMatchObject({ isSent: true })
  await expect(send()).rejects.toThrow(sentences.tooManyTries)
  expect(await rowsOf(app.db, 'mails', { to_email: 'ann@example.test' })).toHaveLength(10)
  app.clock.advance(60)
  expect(await send()).toMatchObject({ isSent: true })
})

test('a draft of the terms does not replace what somebody types into the empty text', async () => {
  const app = await startTestApp()
  await changeRows(app.db, 'settings', { key: 'termsHtml' }, { value: '' })
  const [owner, manager] = [await app.office('owner'), await app.office('manager')]
  const { version } = (await owner.site.texts({})).find(({ key }) => key === 'termsHtml') ?? {}
  await manager.business.draftTexts({})
  await expect(
    owner.site.saveText({ version, area: 'site', key: 'termsHtml', value: '<p>Mine</p>', note: '' }),
  ).rejects.toMatchObject({ officeCode: 409 })
})

const policy = [
  { hoursBefore: 24, cardPercent: 50, asCredits: true, returnCredits: true },
  { hoursBefore: 168, cardPercent: 100, asCredits: false, returnCredits: true },
]

test('only the owner sets the cancellation policy, and an order keeps the policy of its day', async () => {
  const app = await startTestApp()
  const [owner, manager] = [await app.office('owner'), await app.office('manager')]
  const { policy: usual, version } = await owner.business.get({})
  expect(usual.parentsMayCancel).toBe(false)
  expect(usual.rows.map(({ hoursBefore }) => hoursBefore)).toEqual([48, 0])
  const before = await makeClassOrder(app)
  const asked = { version, rows: policy, parentsMayCancel: true }
  await expect(manager.business.savePolicy(asked)).rejects.toMatchObject({ officeCode: 403 })
  await owner.business.savePolicy(asked)
  const sorted = policy.toReversed()
  expect((await owner.business.get({})).policy).toEqual({
    rows: sorted,
    parentsMayCancel: true,
  })
  const after = await makeClassOrder(app)
  const pack = await makePackOrder(app, { credits: 10, pricePence: 9000 })
  const kept = async ({ orderId }: { orderId: number }) =>
    (await rowOf(app.db, 'orders', { id: orderId })).policy
  expect(await kept(before)).toEqual(usual.rows)
  expect(await kept(after)).toEqual(sorted)
  expect(await kept(pack)).toBeNull()
})

test.each([
  ['more than the whole', [{ ...policy[0], cardPercent: 101 }], 'Write a whole number from 0 to 100'],
  ['more than a year', [{ ...policy[0], hoursBefore: 8761 }], 'Write the hours as a whole number'],
  ['the same hours twice', [policy[0], policy[0]], 'Two rows have the same hours'],
])('a cancellation policy with %s is refused and changes nothing', async (_, rows, sentence) => {
  const app = await startTestApp()
  const owner = await app.office('owner')
  const { policy: before, version } = await owner.business.get({})
  const asked = { version, rows: rows as typeof policy, parentsMayCancel: false }
  await expect(owner.business.savePolicy(asked)).rejects.toThrow(sentence)
  expect((await owner.business.get({})).policy).toEqual(before)
})

test('only the owner says whether and how families pay later, which is off at first', async () => {
  const app = await startTestApp()
  const [owner, manager] = [await app.office('owner'), await app.office('manager')]
  const { payLater, version } = await owner.business.get({})
  expect(payLater).toEqual({ expectedDays: 14, parentsMayPayLater: false, payLaterText: '' })
  const asked = {
    version,
    expectedDays: 21,
    parentsMayPayLater: true,
    payLaterText: 'Search for us\nby name.',
  }
  const save = (changes: Partial<typeof asked>) => owner.business.savePayLater({ ...asked, ...changes })
  await expect(manager.business.savePayLater(asked)).rejects.toMatchObject({ officeCode: 403 })
  await expect(save({ payLaterText: ' ' })).rejects.toMatchObject({ field: 'payLaterText' })
  await expect(save({ expectedDays: 0 })).rejects.toMatchObject({ field: 'expectedDays' })
  await expect(save({ expectedDays: 366 })).rejects.toMatchObject({ field: 'expectedDays' })
  expect(app.services.business.mayPayLater).toBe(false)
  await save({})
  expect(app.services.business.mayPayLater).toBe(true)
  const { version: _, ...saved } = asked
  expect((await owner.business.get({})).payLater).toEqual(saved)
  await expect(changeRows(app.db, 'business', {}, { pay_later_text: '' })).rejects.toThrow(
    'business_says_how_to_pay_later',
  )
})

test('the database refuses an incomplete cancellation policy', async () => {
  const app = await startTestApp()
  for (const rows of [
    '{}',
    '[{"hoursBefore": 1}]',
    '[{"hoursBefore":1,"cardPercent":101,"asCredits":true,"returnCredits":true}]',
  ]) {
    await expect(changeRows(app.db, 'business', {}, { cancel_policy: rows })).rejects.toThrow(
      'business_cancel_policy_whole',
    )
  }
})

test('the edge of the pages is the one that the business chose', async () => {
  const app = await startTestApp()
  const owner = await app.office('owner')
  const look = { logo: '', footerLogo: '', accent: '#1d6a96' }
  const page = async () => (await app.http.inject({ url: '/home/about' })).body
  const { version } = await owner.business.saveLook({ ...look, version: 1, edge: 'dots' })
  expect(await page()).toContain('--edge:radial-gradient')
  // A save of the look alone keeps it.
  await owner.business.saveLook({ ...look, version })
  expect(await owner.business.get({})).toMatchObject({ edge: 'dots' })
  expect(await page()).toContain('--edge:radial-gradient')
  await owner.business.saveLook({ ...look, version: version + 1, edge: 'bunting' })
  expect(await page()).not.toContain('--edge:')
})
