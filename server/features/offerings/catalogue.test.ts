import { beforeEach, describe, expect, test } from 'vitest'
import { everyOfferingKind } from '#domain/offering-kinds.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeOffering, makeOfferingType, makeSession } from '#testing/make-offering.ts'
import { countQueries } from '#testing/record-database-work.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
beforeEach(async () => {
  // Bookings are deleted too, and the ledgers that name them, which refuse that outside tests.
  await app.database.runScript(`begin;
    set local session_replication_role = replica;
    truncate sessions, offerings, offering_types cascade;
    commit`)
})

describe.each(everyOfferingKind)('the catalogue of a %s', kind => {
  const catalogue = app.visitor.offerings[kind]
  const otherKind = kind === 'event' ? 'class' : 'event'

  test("lists the active types of the kind in the business's order", async () => {
    await makeOfferingType(app, { kind, name: 'Third', sort: 2 })
    await makeOfferingType(app, { kind, name: 'Second', sort: 1 })
    const first = await makeOfferingType(app, { kind, name: 'First', sort: 1 })
    await makeOfferingType(app, { kind, name: 'Hidden', isActive: false })
    await makeOfferingType(app, { kind: otherKind, name: 'Elsewhere' })
    await changeRows(
      app.db,
      'offering_types',
      { id: first.id },
      { age_label: '1 to 3 years', image_path: 'tumble.webp', introduction: '<p>Climb and roll.</p>' },
    )
    const types = await catalogue.types()
    expect(types.map(type => type.name)).toEqual(['First', 'Second', 'Third'])
    expect(types[0]).toEqual({
      id: first.id,
      name: 'First',
      ages: '1 to 3 years',
      image: 'tumble.webp',
      introduction: '<p>Climb and roll.</p>',
    })
  })

  // Proves PAR-03.
  test('lists the venues and ages of the offerings, once each', async () => {
    const offering = await makeOffering(app, { kind, venue: 'Beech Hall', ageGroup: 'Babies' })
    await makeOffering(app, { kind, venue: 'Beech Hall', ageGroup: 'Babies' })
    await makeOffering(app, { kind, venue: 'Ash Hall', ageGroup: 'All ages' })
    await makeOffering(app, { kind, venue: 'Closed Hall', ageGroup: 'Nobody', isActive: false })
    const hidden = await makeOfferingType(app, { kind, isActive: false })
    await makeOffering(app, { kind, typeName: hidden.name, venue: 'Hidden Hall', ageGroup: 'Nobody' })
    await makeOffering(app, { kind: otherKind, venue: 'Other Hall', ageGroup: 'Others' })
    const venues = await catalogue.venues()
    expect(venues.map(venue => venue.name)).toEqual(['Ash Hall', 'Beech Hall'])
    expect(venues[1]).toEqual({ id: offering.venueId, name: 'Beech Hall' })
    const ages = await catalogue.ageGroups()
    expect(ages.map(age => age.name)).toEqual(['All ages', 'Babies'])
  })

  test('an offering without coming sessions keeps its number of places and offers no trial', async () => {
    const offering = await makeOffering(app, { kind })
    const introduced = () => catalogue.introduction({ id: offering.id })
    expect(await introduced()).toMatchObject({ capacity: 0, offersTrial: false })
    await makeSession(app, offering, { date: '2026-11-16', capacity: 8, offersTrial: true })
    expect(await introduced()).toMatchObject({ capacity: 8, offersTrial: false })
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
    const listed = await catalogue.ofType({ typeId: type.id })
    expect(listed.map(offering => offering.name)).toEqual(['At Ash', 'At the Loft'])
    expect(listed[1]).toEqual({
      id: loft.id,
      name: 'At the Loft',
      typeId: type.id,
      typeName: 'Kitchen Band',
      venueId: loft.venueId,
      venue: 'Harbour Loft',
      ages: 'Babies',
    })
  })

  test('a type without offerings has an empty list', async () => {
    const type = await makeOfferingType(app, { kind })
    expect(await catalogue.ofType({ typeId: type.id })).toEqual([])
  })

  // Proves DET-10.
  test('offerings by type accept no stale token but need none (decision A-12)', async () => {
    const { id: typeId } = await makeOfferingType(app, { kind })
    const stale = app.apiOf({ token: 'stale' }).offerings[kind]
    expect(await refusal(stale.ofType({ typeId }))).toBe('401 Please log in')
    const { api } = await makeAccount(app)
    expect(await api.offerings[kind].ofType({ typeId })).toEqual([])
  })

  test("missing, hidden and other kinds' things are not found", async () => {
    const hiddenType = await makeOfferingType(app, { kind, isActive: false })
    const otherType = await makeOfferingType(app, { kind: otherKind })
    const offerings = [
      await makeOffering(app, { kind, isActive: false }),
      await makeOffering(app, { kind, typeName: hiddenType.name }),
      await makeOffering(app, { kind: otherKind }),
    ]
    for (const id of [...offerings.map(offering => offering.id), 999_999_999]) {
      expect(await refusal(catalogue.introduction({ id }))).toBe('This class was not found')
    }
    for (const id of [hiddenType.id, otherType.id, Number.MAX_SAFE_INTEGER]) {
      expect(await refusal(catalogue.typeDetails({ id }))).toBe('This class was not found')
      expect(await refusal(catalogue.ofType({ typeId: id }))).toBe('This class was not found')
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
  ])('refuses %j for an id with a sentence', async wrong => {
    const id = wrong as number
    expect(await refusal(catalogue.introduction({ id }))).toBe('The value of id is not valid')
    expect(await refusal(catalogue.typeDetails({ id }))).toBe('The value of id is not valid')
    expect(await refusal(catalogue.ofType({ typeId: id }))).toBe('The value of course type id is not valid')
  })

  test('makes one database query per call', async () => {
    const type = await makeOfferingType(app, { kind })
    const offering = await makeOffering(app, { kind, typeName: type.name })
    await makeOffering(app, { kind, typeName: type.name })
    await makeSession(app, offering)
    for (const ask of [
      () => catalogue.types(),
      () => catalogue.venues(),
      () => catalogue.ageGroups(),
      () => catalogue.introduction({ id: offering.id }),
      () => catalogue.ofType({ typeId: type.id }),
      () => catalogue.typeDetails({ id: type.id }),
    ]) {
      expect(await countQueries(app, ask)).toBe(1)
    }
  })
})
