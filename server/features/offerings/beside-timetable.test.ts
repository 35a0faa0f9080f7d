import { expect, test } from 'vitest'
import { makeBooking } from '#testing/make-booking.ts'
import { bookingRequest, type Family, makeFamilies, makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { countQueries } from '#testing/record-database-work.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp({ now: new Date('2026-11-23T09:00:00Z') })
const week = { startDate: '2026-11-23', endDate: '2026-11-29' }
const onTuesday = async () => makeSession(app, await makeOffering(app), { date: '2026-11-24', capacity: 1 })

test('a family sees what it has in a week: booked, unpaid, in the basket; nobody else does', async () => {
  const family = await makeFamily(app)
  const [booked, unpaid, wanted] = [await onTuesday(), await onTuesday(), await onTuesday()]
  const outside = await makeSession(app, await makeOffering(app), { date: '2026-11-30' })
  const { accountId, childId } = family
  for (const { id } of [booked, outside]) await makeBooking(app, id, { accountId, childId })
  await makeBooking(app, unpaid.id, { accountId, childId, status: 'held' })
  const { order_id } = await rowOf(app.db, 'bookings', { session_id: unpaid.id })
  const { order_number: orderNumber } = await rowOf(app.db, 'orders', { id: order_id })
  await makeBooking(app, wanted.id, { accountId, childId, status: 'cancelled' })
  await family.api.sessionBaskets.class.add(bookingRequest(family, wanted))
  const nothing = { who: '', childId: null, position: 0, keptUntil: null, orderNumber: null }
  const when = { startDate: '2026-11-24', endDate: '2026-11-24', startTime: '10:00', endTime: '11:00' }
  expect(await family.api.sessions.familyPlaces(week)).toMatchObject([
    { ...nothing, ...when, sessionId: booked.id, state: 'booked', who: 'Leo', childId },
    {
      ...{ ...nothing, ...when, sessionId: unpaid.id, state: 'kept', who: 'Leo', childId },
      keptUntil: '2026-11-23 09:35:00',
      orderNumber,
    },
    { ...nothing, ...when, sessionId: wanted.id, state: 'inBasket' },
  ])
  expect(await (await makeFamily(app)).api.sessions.familyPlaces(week)).toEqual([])
  expect(await refusal(app.visitor.sessions.familyPlaces(week))).toBe('401 Please log in')
  expect(await countQueries(app, () => family.api.sessions.familyPlaces(week))).toBe(2)
  app.clock.set('2026-11-23T09:40:00Z')
  const later = await family.api.sessions.familyPlaces(week)
  expect(later.map(({ state }) => state)).toEqual(['booked', 'inBasket'])
  app.clock.set('2026-11-23T09:00:00Z')
})

test('a session that began before a week is included while it lasts', async () => {
  const { api, accountId, childId } = await makeFamily(app)
  const camp = async (date: string, endDate: string) => {
    const { id } = await makeSession(app, await makeOffering(app, { kind: 'event' }), { date, endDate })
    await makeBooking(app, id, { accountId, childId })
    return id
  }
  await camp('2026-11-16', '2026-11-22')
  const intoIt = await camp('2026-11-16', '2026-11-23')
  expect(await api.sessions.familyPlaces(week)).toMatchObject([{ sessionId: intoIt, state: 'booked' }])
})

test('for an offering a family sees its places on every date, however far ahead', async () => {
  const [family, other] = (await makeFamilies(app, 2)) as [Family, Family]
  const offering = await makeOffering(app)
  const [soon, late] = [
    await makeSession(app, offering, { date: '2026-11-24' }),
    await makeSession(app, offering, { date: '2027-02-16' }),
  ]
  const elsewhere = await onTuesday()
  const { accountId, childId } = family
  for (const { id } of [soon, late, elsewhere]) await makeBooking(app, id, { accountId, childId })
  const held = await family.api.sessions.familyPlacesOf({ offeringId: offering.id })
  expect(held).toMatchObject([
    { sessionId: soon.id, state: 'booked', childId },
    { sessionId: late.id, state: 'booked', childId },
  ])
  expect(await other.api.sessions.familyPlacesOf({ offeringId: offering.id })).toEqual([])
  expect(await refusal(app.visitor.sessions.familyPlacesOf({ offeringId: offering.id }))).toBe(
    '401 Please log in',
  )
})

test("for a parents' session a family sees the name and address of its place", async () => {
  const session = await makeSession(app, await makeOffering(app, { kind: 'parentSession' }))
  const { api, fullName, email } = await makeFamily(app)
  await api.orders.parentSession.place(bookingRequest({ childIds: [], fullName, email }, session))
  expect(await api.sessions.familyPlacesOf({ offeringId: session.offeringId })).toMatchObject([
    { sessionId: session.id, who: fullName, email, childId: null },
  ])
})

test('a waiting family sees its position, and until when a place is reserved', async () => {
  const session = await onTuesday()
  const [holder, first, second] = (await makeFamilies(app, 3)) as [Family, Family, Family]
  const { orderNumber } = await holder.api.orders.class.place(bookingRequest(holder, session))
  for (const family of [first, second]) {
    await family.api.waitingLists.class.join({ ...bookingRequest(family, session), sessionId: session.id })
  }
  const told = async ({ api }: Family) => (await api.sessions.familyPlaces(week))[0]
  expect(await told(first)).toMatchObject({ state: 'waiting', position: 1, keptUntil: null })
  expect(await told(second)).toMatchObject({ state: 'waiting', position: 2 })
  await holder.api.orders.class.cancel({ orderNumber })
  expect(await told(first)).toMatchObject({
    state: 'kept',
    position: 0,
    keptUntil: '2026-11-23 21:00:00',
    orderNumber: null,
  })
  expect(await told(second)).toMatchObject({ state: 'waiting', position: 1 })
})

test('anybody can read where venues are: typed coordinates, else those of the map link', async () => {
  const [typed, linked, nowhere] = [await makeOffering(app), await makeOffering(app), await makeOffering(app)]
  const map_url = 'https://www.google.com/maps?q=51.4412,-2.5986'
  await changeRows(app.db, 'venues', { id: typed.venueId }, { map_url, coordinates: '51.46, -2.61' })
  await changeRows(app.db, 'venues', { id: linked.venueId }, { map_url, address: '21 Larkfield Road' })
  const short = { map_url: 'https://maps.app.goo.gl/5mYxJ3qk7Ld2' }
  await changeRows(app.db, 'venues', { id: nowhere.venueId }, { ...short, address: '' })
  const venues = await app.visitor.sessions.venueAddresses()
  const placeOf = (id: number) => venues.find(venue => venue.id === id)
  expect(placeOf(typed.venueId)).toMatchObject({ mapUrl: map_url, coordinates: '51.46,-2.61' })
  expect(placeOf(linked.venueId)).toMatchObject({
    address: '21 Larkfield Road',
    coordinates: '51.4412,-2.5986',
  })
  expect(placeOf(nowhere.venueId)).toBeUndefined()
  await changeRows(app.db, 'venues', { id: nowhere.venueId }, { image_path: 'hall.webp' })
  const [pictured] = (await app.visitor.sessions.venueAddresses()).filter(({ id }) => id === nowhere.venueId)
  expect(pictured).toMatchObject({ address: '', image: 'hall.webp' })
})

test('age groups tell the months they are meant for, and types who teaches and what to bring', async () => {
  const offering = await makeOffering(app, { ageGroup: 'Threes and fours' })
  const { ageGroups, typeDetails } = app.visitor.offerings.class
  const [group] = (await ageGroups()).filter(({ name }) => name === 'Threes and fours')
  expect(group).toEqual({ id: group?.id, name: 'Threes and fours' })
  await changeRows(app.db, 'age_groups', { id: group?.id as number }, { from_months: 36, to_months: 60 })
  expect(await ageGroups()).toContainEqual({ ...group, fromMonths: 36, toMonths: 60 })
  const about = { teacher: 'Priya', teacherImage: 'priya.webp', toBring: 'Wellies.' }
  const unwritten = await typeDetails({ id: offering.typeId })
  expect(unwritten).not.toHaveProperty('teacher', '')
  expect(unwritten.teacherImage).toBeUndefined()
  await changeRows(
    app.db,
    'offering_types',
    { id: offering.typeId },
    { teacher: 'Priya', teacher_image_path: 'priya.webp', to_bring: 'Wellies.' },
  )
  expect(await typeDetails({ id: offering.typeId })).toMatchObject(about)
})

test('anybody can read directions, teachers, what to bring and ages, if written', async () => {
  const offering = await makeOffering(app, { ageGroup: 'From three on' })
  const practical = () => app.visitor.sessions.practical({ offeringId: offering.id })
  expect(await practical()).toMatchObject({ directions: '', mapUrl: '', teacher: '', toBring: '' })
  const [directions, toBring] = ['A lift.'.repeat(40), 'Wellies.'.repeat(40)]
  const mapUrl = 'https://maps.example.test/larkfield'
  const venue = {
    address: '21 Larkfield Road',
    directions,
    postcode: 'BS3 1QZ',
    map_url: mapUrl,
    image_path: 'hall.webp',
    what_to_bring: 'Socks.',
  }
  await changeRows(app.db, 'venues', { id: offering.venueId }, venue)
  const taught = { teacher: 'Priya', teacher_image_path: 'priya.webp', to_bring: toBring }
  await changeRows(app.db, 'offering_types', { id: offering.typeId }, taught)
  await changeRows(app.db, 'age_groups', { id: offering.ageGroupId }, { from_months: 36 })
  await changeRows(app.db, 'offerings', { id: offering.id }, { image_path: 'own.webp' })
  expect(await practical()).toEqual({
    address: '21 Larkfield Road, BS3 1QZ',
    directions,
    mapUrl,
    teacher: 'Priya',
    teacherImage: 'priya.webp',
    venueImage: 'hall.webp',
    toBring: `${toBring} Socks.`,
    image: 'own.webp',
    ages: 'From three on',
    fromMonths: 36,
    toMonths: null,
    refusesOtherAges: false,
    isMembersOnly: false,
    question: '',
  })
  await changeRows(app.db, 'offerings', { id: offering.id }, { is_active: false })
  expect(await refusal(practical())).toBe('This class was not found')
})
