import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import { everyOfferingKind, type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { countQueries } from '#testing/count-queries.ts'
import { type MadeAccount, makeAccount } from '#testing/make-account.ts'
import { makeBooking } from '#testing/make-booking.ts'
import { makeChild } from '#testing/make-child.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

beforeEach(() => app.clock.set('2026-11-23T09:00:00Z')) // a Monday
const twoWeeks = { start_date: '2026-11-23', end_date: '2026-12-06' }

/** Somebody of the account who can be booked: a child, or the contact where there are no children. */
async function makeAttendee(kind: OfferingKind, parent: MadeAccount, firstName: string) {
  const { accountId } = parent
  if (offeringKinds[kind].attendees === 'contact') {
    return { accountId, attendeeName: `${firstName} Shah`, attendeeEmail: parent.email }
  }
  return { accountId, childId: await makeChild(app, parent, { firstName }) }
}

interface WireDay {
  date: string
  week: string
  course_list: Record<string, unknown>[]
}
const slotsOf = (days: WireDay[]) => days.flatMap(day => day.course_list)

describe.each(everyOfferingKind)('the own timetable of a %s', kind => {
  const { path } = contract.offerings[kind].ownTimetable

  test('needs a good token', async () => {
    for (const token of [undefined, 'stale']) {
      expect(await app.call(path, twoWeeks, token)).toEqual({
        status: 401,
        code: 401,
        msg: 'Please log in',
        data: null,
      })
    }
  })

  test('refuses more than 31 days with a sentence', async () => {
    const { token } = await makeAccount(app)
    const answer = await app.call(path, { start_date: '2026-01-01', end_date: '2026-12-31' }, token)
    expect(answer).toMatchObject({ status: 200, code: 0, msg: 'Please choose at most 31 days at a time' })
  })

  test('shows the confirmed bookings of the account, for whom they are, and nobody else’s', async () => {
    const [parent, stranger] = [await makeAccount(app), await makeAccount(app)]
    const maya = await makeAttendee(kind, parent, 'Maya')
    const offering = await makeOffering(app, {
      kind,
      venue: 'Harbour Loft',
      ageGroup: 'All ages',
      colour: '#8b5fd0',
    })
    const options = { date: '2026-12-01', offersTrial: true, trialPricePence: 500 }
    const booked = await makeSession(app, offering, options)
    const { bookingId } = await makeBooking(app, booked.id, { ...maya, isTrial: true })
    await makeBooking(app, booked.id, await makeAttendee(kind, stranger, 'Theirs'))
    const held = await makeSession(app, offering, options)
    await makeBooking(app, held.id, { ...maya, status: 'held' })
    const cancelled = await makeSession(app, offering, options)
    await makeBooking(app, cancelled.id, { ...maya, status: 'cancelled' })
    const answer = await app.call<WireDay[]>(path, twoWeeks, parent.token)
    expect(answer.data).toHaveLength(14)
    expect(answer.data.find(day => day.course_list.length > 0)).toMatchObject({
      date: '2026-12-01',
      week: 'Tue',
    })
    const type = await app.db
      .selectFrom('offering_types')
      .select('name')
      .where('id', '=', offering.typeId)
      .executeTakeFirstOrThrow()
    expect(slotsOf(answer.data)).toEqual([
      {
        cpu_id: bookingId,
        id: booked.id,
        course_id: offering.id,
        course_type_id: offering.typeId,
        date: '2026-12-01',
        start_time: '10:00:00',
        end_time: '11:00:00',
        name: booked.name,
        course_shop_name: 'Harbour Loft',
        course_type_name: type.name,
        course_age_name: 'All ages',
        color: '#8b5fd0',
        is_try: 1,
        child: 'Maya Shah',
      },
    ])
  })

  test('keeps a withdrawn session and one that has begun in sight', async () => {
    const parent = await makeAccount(app)
    const attendee = await makeAttendee(kind, parent, 'Maya')
    const offering = await makeOffering(app, { kind, isActive: false })
    const begun = await makeSession(app, offering, {
      date: '2026-11-23',
      startTime: '08:00',
      endTime: '08:45',
    })
    const withdrawn = await makeSession(app, offering, { status: 'withdrawn' })
    for (const session of [begun, withdrawn]) await makeBooking(app, session.id, attendee)
    const { data } = await app.call<WireDay[]>(path, twoWeeks, parent.token)
    expect(slotsOf(data).map(slot => slot.id)).toEqual([begun.id, withdrawn.id])
  })

  test('takes the same filters as the public timetable', async () => {
    const parent = await makeAccount(app)
    const attendee = await makeAttendee(kind, parent, 'Maya')
    const offering = await makeOffering(app, { kind })
    const morning = await makeSession(app, offering, { startTime: '09:00', endTime: '09:30' })
    const evening = await makeSession(app, offering, { startTime: '18:00', endTime: '18:30' })
    for (const session of [morning, evening]) await makeBooking(app, session.id, attendee)
    const shown = async (filters: object) => {
      const { data } = await app.call<WireDay[]>(path, { ...twoWeeks, ...filters }, parent.token)
      return slotsOf(data).map(slot => slot.id)
    }
    expect(await shown({})).toEqual([morning.id, evening.id])
    expect(await shown({ start_time: '12:00:00', end_time: '24:00:00' })).toEqual([evening.id])
    expect(await shown({ course_shop_id: offering.venueId, course_type_id: offering.typeId })).toHaveLength(2)
    expect(await shown({ course_age_id: offering.ageGroupId + 1 })).toEqual([])
    expect(await shown({ date: morning.date })).toHaveLength(2)
    expect(await shown({ date: '2026-11-24' })).toEqual([])
  })

  test('asks the database once, after the token', async () => {
    const parent = await makeAccount(app)
    const offering = await makeOffering(app, { kind })
    for (const firstName of ['Maya', 'Leo', 'Noor']) {
      const session = await makeSession(app, offering)
      await makeBooking(app, session.id, await makeAttendee(kind, parent, firstName))
    }
    expect(await countQueries(app, () => app.call(path, twoWeeks, parent.token))).toBe(2)
  })
})

describe.each(everyOfferingKind)('the sessions a place in a %s may be moved to', kind => {
  const { path } = contract.offerings[kind].changeTargets

  /** What may be chosen for the booked session, by the names of the sessions. */
  async function choosable(token: string, sessionId: number, more: object = {}) {
    const asked = { ...twoWeeks, course_products_id: sessionId, ...more }
    const { code, data } = await app.call<WireDay[]>(path, asked, token)
    expect(code).toBe(1)
    expect(data).toHaveLength(14)
    return slotsOf(data)
      .filter(slot => slot.is_expired)
      .map(slot => slot.name)
  }

  async function bookedPlace(options: { isTrial?: boolean } = {}) {
    await app.db.updateTable('sessions').set({ status: 'withdrawn' }).execute()
    const parent = await makeAccount(app)
    const attendee = await makeAttendee(kind, parent, 'Maya')
    const offering = await makeOffering(app, { kind })
    const present = await makeSession(app, offering, {
      date: '2026-11-25',
      name: 'present',
      offersTrial: true,
      trialPricePence: 500,
    })
    const { bookingId } = await makeBooking(app, present.id, { ...attendee, ...options })
    return { ...parent, attendee, offering, present, bookingId }
  }

  test('needs a good token', async () => {
    const { present } = await bookedPlace()
    const answer = await app.call(path, { ...twoWeeks, course_products_id: present.id })
    expect(answer).toMatchObject({ status: 401, code: 401 })
  })

  test.each([
    ['no session', { course_products_id: '' }],
    ['a list of sessions', { course_products_id: [1, 2] }],
    ['a number beyond 2^53', { course_products_id: '9007199254740993' }],
    ['NUL', { course_products_id: '1\u0000' }],
  ])('refuses %s with a sentence', async (_, given) => {
    const { token } = await makeAccount(app)
    const answer = await app.call(path, { ...twoWeeks, ...given }, token)
    expect(answer).toMatchObject({
      status: 200,
      code: 0,
      msg: 'The value of course_products_id is not valid',
    })
  })

  test('are shown to the owner of the booking alone', async () => {
    const { token, present, bookingId, offering } = await bookedPlace()
    const stranger = await makeAccount(app)
    const neverBooked = await makeSession(app, offering)
    const asked = { ...twoWeeks, course_products_id: present.id }
    const notFound = { status: 200, code: 0, msg: 'This class was not found', data: null }
    expect(await app.call(path, asked, stranger.token)).toEqual(notFound)
    expect(await app.call(path, { ...asked, cpu_id: bookingId }, stranger.token)).toEqual(notFound)
    expect(await app.call(path, { ...asked, cpu_id: bookingId + 1 }, token)).toEqual(notFound)
    expect(await app.call(path, { ...twoWeeks, course_products_id: neverBooked.id }, token)).toEqual(notFound)
    expect(await app.call(path, { ...asked, cpu_id: bookingId }, token)).toMatchObject({ code: 1 })
  })

  test('are refused for a booking of another kind or one that is not confirmed', async () => {
    const { token, attendee, offering, present } = await bookedPlace()
    const held = await makeSession(app, offering)
    await makeBooking(app, held.id, { ...attendee, status: 'held' })
    const notFound = { code: 0, msg: 'This class was not found' }
    expect(await app.call(path, { ...twoWeeks, course_products_id: held.id }, token)).toMatchObject(notFound)
    for (const other of everyOfferingKind.filter(candidate => candidate !== kind)) {
      const otherPath = contract.offerings[other].changeTargets.path
      const answer = await app.call(otherPath, { ...twoWeeks, course_products_id: present.id }, token)
      expect(answer).toMatchObject(notFound)
    }
  })

  test('are those of the same price and credits that have a place and have not begun', async () => {
    const { token, attendee, offering, present } = await bookedPlace()
    const elsewhere = await makeOffering(app, { kind })
    await makeSession(app, offering, { name: 'same class' })
    await makeSession(app, elsewhere, { name: 'another class' })
    await makeSession(app, offering, { name: 'dearer', pricePence: 1300 })
    await makeSession(app, offering, { name: 'more credits', credits: 2 })
    await makeSession(app, offering, { name: 'full', capacity: 1, placesTaken: 1 })
    await makeSession(app, offering, { name: 'kept for another', capacity: 1, placesOffered: 1 })
    await makeSession(app, offering, { name: 'begun', date: '2026-11-23', startTime: '09:00' })
    await makeSession(app, offering, { name: 'withdrawn', status: 'withdrawn' })
    const already = await makeSession(app, offering, { name: 'already in it' })
    await makeBooking(app, already.id, { ...attendee, status: 'held' })
    expect(await choosable(token, present.id)).toEqual(['same class', 'another class'])
  })

  test('take the filters of a timetable', async () => {
    const { token, offering, present } = await bookedPlace()
    await makeSession(app, offering, { name: 'here' })
    const elsewhere = await makeOffering(app, { kind })
    await makeSession(app, elsewhere, { name: 'elsewhere' })
    expect(await choosable(token, present.id, { course_shop_id: elsewhere.venueId })).toEqual(['elsewhere'])
  })

  test('a trial moves to a trial of the same price, whose type has not been tried', async () => {
    const { token, attendee, offering, present } = await bookedPlace({ isTrial: true })
    const tried = await makeOffering(app, { kind })
    const trial = { offersTrial: true, trialPricePence: 500 }
    const earlier = await makeSession(app, tried, { ...trial, name: 'earlier trial', date: '2026-11-20' })
    await makeBooking(app, earlier.id, { ...attendee, isTrial: true })
    await makeSession(app, offering, { ...trial, name: 'trial', pricePence: 9900, credits: 3 })
    await makeSession(app, offering, { ...trial, name: 'dearer trial', trialPricePence: 600 })
    await makeSession(app, offering, { name: 'no trial' })
    await makeSession(app, tried, { ...trial, name: 'tried before' })
    expect(await choosable(token, present.id)).toEqual(['trial'])
  })

  test('nothing may be chosen once the present session has begun', async () => {
    const { token, offering, present } = await bookedPlace()
    await makeSession(app, offering, { name: 'later', startTime: '15:00', endTime: '16:00' })
    expect(await choosable(token, present.id)).toEqual(['later'])
    app.clock.set('2026-11-25T10:00:00Z')
    expect(await choosable(token, present.id)).toEqual([])
  })

  test('the booking given tells which of two places in one session is meant', async () => {
    const { offering, present, bookingId, ...account } = await bookedPlace()
    const { token } = account
    const sibling = await makeAttendee(kind, account, 'Noor')
    const other = await makeBooking(app, present.id, sibling)
    const target = await makeSession(app, offering, { name: 'target' })
    await makeBooking(app, target.id, sibling)
    expect(await choosable(token, present.id, { cpu_id: bookingId })).toEqual(['target'])
    expect(await choosable(token, present.id, { cpu_id: other.bookingId })).toEqual([])
    expect(await choosable(token, present.id)).toEqual(['target'])
  })

  test('ask the database for the booking and for the sessions, after the token', async () => {
    const { token, offering, present } = await bookedPlace()
    for (let count = 0; count < 5; count++) await makeSession(app, offering)
    const asked = { ...twoWeeks, course_products_id: present.id }
    expect(await countQueries(app, () => app.call(path, asked, token))).toBe(3)
  })
})
