import { beforeAll, describe, expect, test } from 'vitest'
import { type ListName, richText } from '#contract/office/catalogue.ts'
import type { OfficeApi } from '#contract/office/client.ts'
import { catalogueSentences as s } from '#domain/office/catalogue-sentences.ts'
import { cleanHtml } from '#server/features/content/clean-html.ts'
import { classAsRead } from '#testing/make-class.ts'
import { makeDiscountCode } from '#testing/make-discount-code.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeClassOrder } from '#testing/make-order.ts'
import { makeProduct } from '#testing/make-product.ts'
import { refusal, refusedFields } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { xssPayloads } from '#testing/xss-payloads.ts'
import { listDefinitions } from './list-definitions.ts'
import { columnOf, fieldsOf } from './queries.ts'

const app = await startTestApp()
let office: OfficeApi
beforeAll(async () => {
  office = await app.office('manager')
})

const types = { kind: 'class' as const, ageLabel: '', introduction: '', imagePath: '', detailImagePath: '' }
const aType = {
  ...types,
  introductionHtml: '',
  detailsHtml: '',
  termDates: '',
  teacher: '',
  toBring: '',
  isActive: true,
}
const codeDays = { startsAt: '2026-01-01T00:00:00.000Z', endsAt: '2027-01-01T00:00:00.000Z' }
const aCode = {
  ...{
    code: 'autumn24',
    percent: 10,
    amountPence: null,
    kinds: ['class' as const],
    minimumPence: 0,
    ...codeDays,
  },
  ...{ maxUses: null, maxUsesPerAccount: null, isActive: true },
}
const aVenue = {
  ...{ name: 'Larkfield Hall', address: '21 Larkfield Road', postcode: 'BS3 1QZ', directions: 'A lift.' },
  ...{
    whatToBring: 'Socks.',
    mapUrl: 'https://maps.example.test/l',
    coordinates: '51.46, -2.61',
    isActive: true,
  },
}
/** Makes one item of each list. */
const things: Record<ListName, () => Promise<object>> = {
  venues: async () => aVenue,
  rooms: async () => ({
    venueId: await writeRow(app.db, 'venues', { name: crypto.randomUUID() }),
    ...{ name: 'Studio', capacity: 14, isShared: true, isActive: true },
  }),
  ages: async () => ({ name: '2 to 3', fromMonths: 24, toMonths: 48, isActive: true }),
  types: async () => ({ ...aType, name: 'Ballet', detailsHtml: '<h2>Camp</h2>' }),
  packs: async () => ({
    ...{ name: 'Ten', credits: 10, pricePence: 9000, description: 'Ten classes', description2: 'For a year' },
    ...{ imagePath: '', isActive: true },
  }),
  categories: async () => ({ name: 'Shoes', imagePath: '', isActive: true }),
  products: async () => ({
    categoryId: await writeRow(app.db, 'product_categories', { name: crypto.randomUUID() }),
    ...{
      name: 'Drum',
      sku: 'DR-1',
      pricePence: 1250,
      images: [],
      contentHtml: '<p>Loud</p>',
      isPopular: false,
    },
    ...{ lowStock: 2, isActive: true },
  }),
  sizes: async () => ({
    productId: (await makeProduct(app)).productId,
    ...{ name: 'Age 3', sku: 'DR-1-3', lowStock: 2, isActive: true },
  }),
  codes: async () => aCode,
  articles: async () => ({
    ...{
      title: 'What to wear',
      introduction: 'Soft',
      imagePath: '',
      contentHtml: '<p>a</p>',
      isActive: false,
    },
  }),
  replyTexts: async () => ({ name: 'When it snows', body: 'We write before eight.', isActive: true }),
  promoPages: async () => ({
    ...{ page: 'party', bannerPaths: [], heading1: 'Parties', heading2: 'Two hours', text2Top: '<p>a</p>' },
    ...{ text2Bottom: '', image2Top: '', image2Bottom: '' },
  }),
  promoItems: async () => ({
    ...{ page: 'party', section: 'theme', title: 'Pirates', imagePath: '', contentHtml: '', isActive: true },
  }),
}

describe.each(Object.keys(things) as ListName[])('%s', list => {
  const { table, subject } = listDefinitions[list]
  // biome-ignore lint/suspicious/noExplicitAny: the same of every list
  const calls = () => office[list] as any

  test('an item is created, read, saved and removed, and each is in the log', async () => {
    const given = await things[list]()
    const { id, version } = await calls().save(given)
    const shown = { ...given, ...(list === 'codes' && { code: 'AUTUMN24' }) }
    expect(await calls().list({})).toContainEqual(expect.objectContaining({ id, version: 1, ...shown }))
    expect(await calls().save({ ...given, id, version })).toEqual({ id, version: 2 })
    const other = await app.office('owner')
    await expect(other[list].save({ ...given, id, version } as never)).rejects.toMatchObject({
      officeCode: 409,
      facts: { by: 'Ann Perry', current: expect.objectContaining({ ...shown, version: 2 }) },
    })
    expect(await refusal(calls().save({ ...given, id: 999_999, version: 1 }))).toBe('This was not found')
    await expect(office.lists.remove({ list, id, version })).rejects.toMatchObject({
      officeCode: 409,
      facts: { by: 'Ann Perry', current: expect.objectContaining({ ...shown, version: 2 }) },
    })
    await office.lists.remove({ list, id, version: 2 })
    expect(await rowsOf(app.db, table as 'venues', { id })).toEqual([])
    expect(await refusal(office.lists.remove({ list, id, version: 2 }))).toBe('This was not found')
    const log = await rowsOf(app.db, 'staff_actions', { subject_kind: subject, subject_id: id })
    expect(log.map(row => row.action)).toEqual([`${subject}.save`, `${subject}.save`, `${subject}.remove`])
  })

  test('a repeated submission creates one item', async () => {
    const given = await things[list]()
    const requestId = crypto.randomUUID()
    const first = await calls().save({ ...given, requestId })
    expect(await calls().save({ ...given, requestId })).toEqual(first)
    await office.lists.remove({ list, ...first })
  })

  const rich = Object.keys(fieldsOf(list)).filter(field => fieldsOf(list)[field] === richText)
  test.runIf(rich.length > 0)('scripts are removed from its rich texts, whatever is sent', async () => {
    const given = await things[list]()
    let saved = (await calls().save(given)) as { id: number; version: number }
    for (const payload of xssPayloads) {
      const texts = Object.fromEntries(rich.map(field => [field, payload]))
      saved = await calls().save({ ...given, ...texts, ...saved })
      const row = (await rowOf(app.db, table as 'venues', { id: saved.id })) as unknown as Record<
        string,
        unknown
      >
      for (const field of rich) expect(row[columnOf(field)]).toBe(cleanHtml(payload))
    }
    await office.lists.remove({ list, ...saved })
  })
})

test('invalid fields are named one by one, and nothing is written', async () => {
  const before = await rowsOf(app.db, 'discount_codes')
  const wrong = { ...aCode, code: 'a b', percent: 101, kinds: [], maxUses: 0, endsAt: codeDays.startsAt }
  expect(await refusedFields(office.codes.save(wrong))).toEqual({
    ...{ code: s.code, percent: s.percentOrAmount, kinds: s.codeKinds },
    ...{ maxUses: s.codeUses, endsAt: s.endAfterStart },
  })
  expect(await refusedFields(office.codes.save({ ...aCode, amountPence: 500 }))).toEqual({
    percent: s.percentOrAmount,
  })
  expect(await refusedFields(office.venues.save({ ...aVenue, coordinates: 'BS3 1QY' }))).toEqual({
    coordinates: s.coordinates,
  })
  expect(await refusedFields(office.venues.save({ ...aVenue, name: ' ', mapUrl: 'http://m.test' }))).toEqual({
    name: s.giveName,
    mapUrl: s.link,
  })
  const pack = { ...((await things.packs()) as Parameters<typeof office.packs.save>[0]), name: 'One' }
  expect(await refusedFields(office.packs.save({ ...pack, pricePence: 29 }))).toEqual({
    pricePence: s.minPrice,
  })
  expect(await refusedFields(office.packs.save({ ...pack, pricePence: 29, isActive: false }))).toBeUndefined()
  expect(await rowsOf(app.db, 'discount_codes')).toEqual(before)
})

test('a person who may not create discount codes does not read them either', async () => {
  for (const role of ['frontDesk', 'teacher'] as const) {
    const { codes, lists } = await app.office(role)
    expect(await refusal(codes.list({}))).toBe('Your role does not allow this')
    expect(await refusal(lists.export({ list: 'codes' }))).toBe('Your role does not allow this')
  }
  const { codes, lists } = await app.office('manager')
  expect(await codes.list({})).toBeInstanceOf(Array)
  expect(await lists.export({ list: 'codes' })).toMatchObject({ fileName: expect.any(String) })
})

test('a name or a code that exists already is refused', async () => {
  await office.venues.save({ ...aVenue, name: 'Twice' })
  expect(await refusedFields(office.venues.save({ ...aVenue, name: 'Twice' }))).toEqual({ name: s.nameTaken })
  await office.codes.save({ ...aCode, code: 'spring26' })
  expect(await refusedFields(office.codes.save({ ...aCode, code: 'SpRing26' }))).toEqual({
    code: s.codeTaken,
  })
})

test('a venue counts its coming sessions, keeps them when switched off, and is not removed', async () => {
  const offering = await makeOffering(app)
  await makeSession(app, offering)
  await makeSession(app, offering, { startTime: '08:00', endTime: '09:00', status: 'draft' })
  const venue = (await office.venues.list({})).find(one => one.id === offering.venueId)
  expect(venue?.uses).toBe(2)
  expect((await office.types.list({})).find(one => one.id === offering.typeId)?.uses).toBe(2)
  const { uses: _, ...given } = venue as NonNullable<typeof venue>
  await office.venues.save({ ...given, isActive: false })
  expect((await app.visitor.sessions.practical({ offeringId: offering.id })).address).toBe(given.address)
  expect(await refusal(office.lists.remove({ list: 'venues', id: offering.venueId, version: 2 }))).toBe(
    s.inUse,
  )
  expect(await refusal(office.lists.remove({ list: 'types', id: offering.typeId, version: 1 }))).toBe(s.inUse)
})

test('the kind of a type with classes cannot change', async () => {
  const { typeId } = await makeOffering(app)
  const type = (await office.types.list({})).find(one => one.id === typeId)
  const { uses: _, ...given } = type as NonNullable<typeof type>
  expect(await refusedFields(office.types.save({ ...given, kind: 'event' }))).toEqual({ kind: s.kindFixed })
})

test('a list keeps the order that staff give it', async () => {
  const ids: number[] = []
  for (const name of ['Sort A', 'Sort B', 'Sort C'])
    ids.push((await office.ages.save({ name, fromMonths: null, toMonths: null, isActive: true })).id)
  const order = async () => (await office.ages.list({})).map(({ id }) => id).filter(id => ids.includes(id))
  expect(await order()).toEqual(ids)
  const back = ids.toReversed()
  await office.lists.sort({ list: 'ages', ids: back, was: ids })
  expect(await order()).toEqual(back)
  const [a, b, c] = ids as [number, number, number]
  await expect(office.lists.sort({ list: 'ages', ids: [b, a, c], was: ids })).rejects.toMatchObject({
    officeCode: 409,
    facts: { by: 'Ann Perry', current: back },
  })
  expect(await order()).toEqual(back)
  expect(await refusal(office.lists.sort({ list: 'codes', ids, was: ids }))).toBe(s.notSorted)
})

test('a used code is not removed, and its limit is at least its uses', async () => {
  await makeDiscountCode(app, { code: 'USED', percent: 10, kinds: ['class'] })
  const { account } = await makeClassOrder(app, { pricePence: 2000, discountCode: 'USED' })
  await makeClassOrder(app, { pricePence: 2000, discountCode: 'USED', account })
  const used = (await office.codes.list({})).find(({ code }) => code === 'USED')
  expect(used).toMatchObject({ uses: 2, givenPence: 400 })
  const { uses: _uses, givenPence: _given, ...given } = used as NonNullable<typeof used>
  const limited = (most: number) => ({ ...given, maxUses: most, maxUsesPerAccount: most })
  expect(await refusedFields(office.codes.save(limited(1)))).toEqual({
    maxUses: 'This code has been used 2 times',
    maxUsesPerAccount: 'This code has been used 2 times by one family',
  })
  const again = await office.codes.save(limited(2))
  expect(await refusal(office.lists.remove({ list: 'codes', id: given.id, version: again.version }))).toBe(
    s.inUse,
  )
})

test('a code used more often than its new limit can still be switched off unchanged', async () => {
  await makeDiscountCode(app, { code: 'OFTEN', percent: 10, kinds: ['class'] })
  const { account } = await makeClassOrder(app, { pricePence: 2000, discountCode: 'OFTEN' })
  await makeClassOrder(app, { pricePence: 2000, discountCode: 'OFTEN', account })
  await changeRows(app.db, 'discount_codes', { code: 'OFTEN' }, { max_uses_per_account: 1 })
  const often = (await office.codes.list({})).find(({ code }) => code === 'OFTEN')
  const { uses: _uses, givenPence: _given, ...given } = often as NonNullable<typeof often>
  await office.codes.save({ ...given, isActive: false })
  expect(await rowOf(app.db, 'discount_codes', { code: 'OFTEN' })).toMatchObject({ is_active: false })
})

test('a draft of an article is not on the site', async () => {
  const article = { title: 'Draft', introduction: '', imagePath: '', contentHtml: '<p>soon</p>' }
  const saved = await office.articles.save({ ...article, isActive: false })
  const titles = async () => (await app.visitor.content.articles()).map(({ title }) => title)
  expect(await titles()).not.toContain('Draft')
  await office.articles.save({ ...article, ...saved, isActive: true })
  expect(await titles()).toContain('Draft')
})

test("an age group's ages are shown to parents who choose a child", async () => {
  const offering = await makeOffering(app)
  const [group] = (await office.ages.list({})).filter(({ id }) => id === offering.ageGroupId)
  const { id, version, name, isActive } = group as NonNullable<typeof group>
  const ages = { name, isActive, fromMonths: 60, toMonths: 96 }
  await office.ages.save({ id, version, ...ages })
  expect(await app.visitor.sessions.practical({ offeringId: offering.id })).toMatchObject({
    fromMonths: 60,
    toMonths: 96,
  })
  expect(await refusedFields(office.ages.save({ ...ages, toMonths: 60 }))).toEqual({
    toMonths: s.agesOrder,
  })
})

test('a type cannot take a name that would give two of its dates the same title', async () => {
  const type = await office.types.save({ ...aType, name: 'Tap one' })
  const offering = await makeOffering(app, { typeName: 'Tap one' })
  for (const name of ['Tap one', 'Tap two']) await makeSession(app, offering, { name })
  const renamed = office.types.save({ ...aType, ...type, name: 'Tap two' })
  expect(await refusedFields(renamed)).toEqual({ name: s.typeMeetsDate })
  expect(await rowOf(app.db, 'offering_types', { id: type.id })).toMatchObject({
    name: 'Tap one',
    version: 1,
  })
})

test("a class without its own name follows its type's new name", async () => {
  const type = await office.types.save({ ...aType, name: 'Balet' })
  const [plain, own] = [
    await makeOffering(app, { typeName: 'Balet' }),
    await makeOffering(app, { typeName: 'Balet', name: 'Grade 1' }),
  ]
  const session = await makeSession(app, plain, { name: 'Balet' })
  const open = await classAsRead(office, plain.id)
  await office.types.save({ ...aType, ...type, name: 'Ballet' })
  // A class form opened earlier is refused, so that it does not restore the old name.
  expect(await refusal(office.planner.saveClass({ ...open, colour: '#334455' }))).toMatch(
    /^Ann Perry changed this at/,
  )
  const nameOf = async (table: 'offerings' | 'sessions', id: number) =>
    (await rowOf(app.db, table, { id })).name
  expect(await nameOf('offerings', plain.id)).toBe('Ballet')
  expect(await nameOf('offerings', own.id)).toBe('Grade 1')
  expect(await nameOf('sessions', session.id)).toBe('Ballet')
})
