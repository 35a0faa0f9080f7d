import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import { everyOfferingKind } from '#domain/offering-kinds.ts'
import { countQueries } from '#testing/count-queries.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeOffering, makeOfferingType, makeSession } from '#testing/make-offering.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
beforeEach(async () => {
  for (const table of ['sessions', 'offerings', 'offering_types'] as const) {
    await app.db.deleteFrom(table).execute()
  }
})

const notFound = { status: 200, code: 0, msg: 'This class was not found', data: null }

describe.each(everyOfferingKind)('the catalogue of a %s', kind => {
  const calls = contract.offerings[kind]
  const otherKind = kind === 'event' ? 'class' : 'event'

  test('lists the active types of the kind in the order the business gave them', async () => {
    await makeOfferingType(app, { kind, name: 'Third', sort: 2 })
    await makeOfferingType(app, { kind, name: 'Second', sort: 1 })
    const first = await makeOfferingType(app, { kind, name: 'First', sort: 1 })
    await makeOfferingType(app, { kind, name: 'Hidden', isActive: false })
    await makeOfferingType(app, { kind: otherKind, name: 'Elsewhere' })
    await app.db
      .updateTable('offering_types')
      .set({ age_label: '1 to 3 years', image_path: 'tumble.webp', introduction: '<p>Climb and roll.</p>' })
      .where('id', '=', first.id)
      .execute()
    const { data } = await app.call<{ name: string }[]>(calls.types.path)
    expect(data.map(type => type.name)).toEqual(['First', 'Second', 'Third'])
    expect(data[0]).toEqual({
      id: first.id,
      name: 'First',
      age: '1 to 3 years',
      image: 'tumble.webp',
      introduction: '<p>Climb and roll.</p>',
    })
  })

  test('lists the venues and ages that occur in what is offered, once each', async () => {
    const offering = await makeOffering(app, { kind, venue: 'Beech Hall', ageGroup: 'Babies' })
    await makeOffering(app, { kind, venue: 'Beech Hall', ageGroup: 'Babies' })
    await makeOffering(app, { kind, venue: 'Ash Hall', ageGroup: 'All ages' })
    await makeOffering(app, { kind, venue: 'Closed Hall', ageGroup: 'Nobody', isActive: false })
    const hidden = await makeOfferingType(app, { kind, isActive: false })
    await makeOffering(app, { kind, typeName: hidden.name, venue: 'Hidden Hall', ageGroup: 'Nobody' })
    await makeOffering(app, { kind: otherKind, venue: 'Other Hall', ageGroup: 'Others' })
    const venues = await app.call<{ name: string }[]>(calls.venues.path)
    expect(venues.data.map(venue => venue.name)).toEqual(['Ash Hall', 'Beech Hall'])
    expect(venues.data[1]).toEqual({ id: offering.venueId, name: 'Beech Hall' })
    const ages = await app.call<{ name: string }[]>(calls.ageGroups.path)
    expect(ages.data.map(age => age.name)).toEqual(['All ages', 'Babies'])
  })

  test('introduces an offering with every field in its wire form', async () => {
    const offering = await makeOffering(app, {
      kind,
      name: 'Kitchen Band at the Loft',
      typeName: 'Kitchen Band',
      venue: 'Harbour Loft',
      ageGroup: '1 to 5 years',
      classroom: 'Blue room',
      termDates: 'Autumn term',
      oneOffPricePence: 950,
      introductionHtml: '<p>Saucepans!</p>',
    })
    await makeSession(app, offering, { date: '2026-11-16', capacity: 30, offersTrial: false })
    await makeSession(app, offering, { capacity: 12, offersTrial: true })
    await makeSession(app, offering, { capacity: 40, status: 'withdrawn' })
    const { data } = await app.call(calls.introduction.path, { id: offering.id })
    expect(data).toEqual({
      id: offering.id,
      course_type_id: offering.typeId,
      course_type_name: 'Kitchen Band',
      name: 'Kitchen Band at the Loft',
      introduction: '<p>Saucepans!</p>',
      price: '9.50',
      course_age_name: '1 to 5 years',
      is_try: 1,
      academic_system: 'Autumn term',
      num: 12,
      course_shop_name: 'Harbour Loft',
      class: 'Blue room',
      start_date: '2026-11-16',
      end_date: '2027-02-15',
    })
  })

  test('an offering without coming sessions keeps its size and offers no trial', async () => {
    const offering = await makeOffering(app, { kind })
    const introduced = async () => (await app.call(calls.introduction.path, { id: offering.id })).data
    expect(await introduced()).toMatchObject({ num: 0, is_try: 0 })
    await makeSession(app, offering, { date: '2026-11-16', capacity: 8, offersTrial: true })
    expect(await introduced()).toMatchObject({ num: 8, is_try: 0 })
  })

  test('lists the offerings of a type by venue', async () => {
    const type = await makeOfferingType(app, { kind, name: 'Kitchen Band' })
    const own = { kind, typeName: type.name }
    const loft = await makeOffering(app, {
      ...own,
      name: 'At the Loft',
      venue: 'Harbour Loft',
      ageGroup: 'Babies',
    })
    await makeOffering(app, { ...own, name: 'At Ash', venue: 'Ash Hall' })
    await makeOffering(app, { ...own, name: 'Hidden', isActive: false })
    await makeOffering(app, { kind, name: 'Of another type' })
    const { data } = await app.call<{ name: string }[]>(calls.ofType.path, { course_type_id: type.id })
    expect(data.map(offering => offering.name)).toEqual(['At Ash', 'At the Loft'])
    expect(data[1]).toEqual({
      id: loft.id,
      name: 'At the Loft',
      course_type_id: type.id,
      course_type_name: 'Kitchen Band',
      course_shop_id: loft.venueId,
      course_shop_name: 'Harbour Loft',
      course_age_name: 'Babies',
    })
  })

  test('a type without offerings has an empty list', async () => {
    const type = await makeOfferingType(app, { kind })
    expect(await app.call(calls.ofType.path, { course_type_id: type.id })).toMatchObject({
      code: 1,
      data: [],
    })
  })

  test('offerings by type refuse a stale token and need none (decision A-12)', async () => {
    const type = await makeOfferingType(app, { kind })
    const asked = { course_type_id: type.id }
    expect(await app.call(calls.ofType.path, asked, 'stale')).toMatchObject({ status: 401, code: 401 })
    const { token } = await makeAccount(app)
    expect(await app.call(calls.ofType.path, asked, token)).toMatchObject({ code: 1 })
  })

  test('describes a type with every field in its wire form', async () => {
    const type = await makeOfferingType(app, { kind, name: 'Kitchen Band' })
    await app.db
      .updateTable('offering_types')
      .set({
        age_label: '1 to 5 years',
        image_path: 'band.webp',
        detail_image_path: 'band-banner.webp',
        details_html: '<p>Noise.</p>',
        introduction_html: '<p>Led by Tomos.</p>',
        term_dates: 'Autumn term',
      })
      .where('id', '=', type.id)
      .execute()
    const { data } = await app.call(calls.typeDetails.path, { id: String(type.id) })
    expect(data).toEqual({
      id: type.id,
      name: 'Kitchen Band',
      age: '1 to 5 years',
      curriculum_image: 'band-banner.webp',
      image: 'band.webp',
      details: '<p>Noise.</p>',
      introduce: '<p>Led by Tomos.</p>',
      academic_system: 'Autumn term',
    })
  })

  test('nothing absent, hidden or of another kind is found', async () => {
    const hiddenType = await makeOfferingType(app, { kind, isActive: false })
    const otherType = await makeOfferingType(app, { kind: otherKind })
    const offerings = [
      await makeOffering(app, { kind, isActive: false }),
      await makeOffering(app, { kind, typeName: hiddenType.name }),
      await makeOffering(app, { kind: otherKind }),
    ]
    for (const id of [...offerings.map(offering => offering.id), 999_999_999]) {
      expect(await app.call(calls.introduction.path, { id })).toEqual(notFound)
    }
    for (const id of [hiddenType.id, otherType.id, Number.MAX_SAFE_INTEGER]) {
      expect(await app.call(calls.typeDetails.path, { id })).toEqual(notFound)
      expect(await app.call(calls.ofType.path, { course_type_id: id })).toEqual(notFound)
    }
  })

  test.each([
    undefined,
    '',
    'one',
    0,
    -1,
    1.5,
    true,
    [1],
    { id: 1 },
    '9007199254740993',
    '1\u0000',
    '1; drop table sessions',
  ])('refuses %j for an id with a sentence', async id => {
    const msg = (field: string) => ({
      status: 200,
      code: 0,
      msg: `The value of ${field} is not valid`,
      data: null,
    })
    expect(await app.call(calls.introduction.path, { id })).toEqual(msg('id'))
    expect(await app.call(calls.typeDetails.path, { id })).toEqual(msg('id'))
    expect(await app.call(calls.ofType.path, { course_type_id: id })).toEqual(msg('course_type_id'))
  })

  test('asks the database once a call', async () => {
    const type = await makeOfferingType(app, { kind })
    const offering = await makeOffering(app, { kind, typeName: type.name })
    await makeOffering(app, { kind, typeName: type.name })
    await makeSession(app, offering)
    for (const [path, body] of [
      [calls.types.path, {}],
      [calls.venues.path, {}],
      [calls.ageGroups.path, {}],
      [calls.introduction.path, { id: offering.id }],
      [calls.ofType.path, { course_type_id: type.id }],
      [calls.typeDetails.path, { id: type.id }],
    ] as const) {
      expect(await countQueries(app, () => app.call(path, body))).toBe(1)
    }
  })
})
