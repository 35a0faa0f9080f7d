import { beforeEach, describe, expect, test } from 'vitest'
import type { Api } from '#contract/client.ts'
import { everyOfferingKind } from '#domain/offering-kinds.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeAttendee, makeBooking } from '#testing/make-booking.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { countQueries } from '#testing/record-database-work.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

beforeEach(() => app.clock.set('2026-11-23T09:00:00Z')) // a Monday
const twoWeeks = { startDate: '2026-11-23', endDate: '2026-12-06' }

const slotsOf = <Slot>(days: { sessions: Slot[] }[]) => days.flatMap(day => day.sessions)

describe.each(everyOfferingKind)('the own timetable of a %s', kind => {
  test('needs a valid token', async () => {
    for (const token of [undefined, 'stale']) {
      const { ownTimetable } = app.apiOf({ token }).offerings[kind]
      expect(await refusal(ownTimetable(twoWeeks))).toBe('401 Please log in')
    }
  })

  test('refuses more than 31 days with a sentence', async () => {
    const { api } = await makeAccount(app)
    const year = api.offerings[kind].ownTimetable({ startDate: '2026-01-01', endDate: '2026-12-31' })
    expect(await refusal(year)).toBe('Please choose at most 31 days at a time')
  })

  // Proves ORD-38.
  test("shows the account's confirmed bookings and attendees, and nobody else's", async () => {
    const [parent, stranger] = [await makeAccount(app), await makeAccount(app)]
    const maya = await makeAttendee(app, kind, parent, 'Maya')
    const offering = await makeOffering(app, {
      kind,
      venue: 'Harbour Loft',
      ageGroup: 'All ages',
      colour: '#8b5fd0',
    })
    const options = { date: '2026-12-01', offersTrial: true, trialPricePence: 500 }
    const booked = await makeSession(app, offering, options)
    const { bookingId } = await makeBooking(app, booked.id, { ...maya, isTrial: true })
    await makeBooking(app, booked.id, await makeAttendee(app, kind, stranger, 'Theirs'))
    const held = await makeSession(app, offering, options)
    await makeBooking(app, held.id, { ...maya, status: 'held' })
    const cancelled = await makeSession(app, offering, options)
    await makeBooking(app, cancelled.id, { ...maya, status: 'cancelled' })
    const days = await parent.api.offerings[kind].ownTimetable(twoWeeks)
    expect(days).toHaveLength(14)
    expect(days.find(day => day.sessions.length > 0)).toMatchObject({ date: '2026-12-01', weekday: 'Tue' })
    const type = await rowOf(app.db, 'offering_types', { id: offering.typeId })
    expect(slotsOf(days)).toEqual([
      {
        bookingId,
        id: booked.id,
        offeringId: offering.id,
        typeId: offering.typeId,
        venueId: offering.venueId,
        date: '2026-12-01',
        startTime: '10:00',
        endTime: '11:00',
        name: booked.name,
        venue: 'Harbour Loft',
        typeName: type.name,
        title: type.name,
        ages: 'All ages',
        colour: '#8b5fd0',
        isTrial: true,
        attendee: 'Maya Shah',
      },
    ])
  })

  test('still shows a withdrawn session and one that has begun', async () => {
    const parent = await makeAccount(app)
    const attendee = await makeAttendee(app, kind, parent, 'Maya')
    const offering = await makeOffering(app, { kind, isActive: false })
    const begun = await makeSession(app, offering, {
      date: '2026-11-23',
      startTime: '08:00',
      endTime: '08:45',
    })
    const withdrawn = await makeSession(app, offering, { status: 'withdrawn' })
    for (const session of [begun, withdrawn]) await makeBooking(app, session.id, attendee)
    const days = await parent.api.offerings[kind].ownTimetable(twoWeeks)
    expect(slotsOf(days).map(slot => slot.id)).toEqual([begun.id, withdrawn.id])
  })

  test('takes the same filters as the public timetable', async () => {
    const parent = await makeAccount(app)
    const attendee = await makeAttendee(app, kind, parent, 'Maya')
    const offering = await makeOffering(app, { kind })
    const morning = await makeSession(app, offering, { startTime: '09:00', endTime: '09:30' })
    const evening = await makeSession(app, offering, { startTime: '18:00', endTime: '18:30' })
    for (const session of [morning, evening]) await makeBooking(app, session.id, attendee)
    const { ownTimetable } = parent.api.offerings[kind]
    const shown = async (filters: Partial<Parameters<typeof ownTimetable>[0]>) =>
      slotsOf(await ownTimetable({ ...twoWeeks, ...filters })).map(slot => slot.id)
    expect(await shown({})).toEqual([morning.id, evening.id])
    expect(await shown({ startTime: '12:00', endTime: '24:00' })).toEqual([evening.id])
    expect(await shown({ venueId: offering.venueId, typeId: offering.typeId })).toHaveLength(2)
    expect(await shown({ ageGroupId: offering.ageGroupId + 1 })).toEqual([])
    expect(await shown({ date: morning.date })).toHaveLength(2)
    expect(await shown({ date: '2026-11-24' })).toEqual([])
  })

  test('makes one database query, after the token', async () => {
    const parent = await makeAccount(app)
    const offering = await makeOffering(app, { kind })
    for (const firstName of ['Maya', 'Leo', 'Noor']) {
      const session = await makeSession(app, offering)
      await makeBooking(app, session.id, await makeAttendee(app, kind, parent, firstName))
    }
    expect(await countQueries(app, () => parent.api.offerings[kind].ownTimetable(twoWeeks))).toBe(2)
  })
})

describe.each(everyOfferingKind)('the sessions a place in a %s may be moved to', kind => {
  const ask = ({ offerings }: Api, sessionId: number, more: { bookingId?: number; venueId?: number } = {}) =>
    offerings[kind].changeTargets({ ...twoWeeks, sessionId, ...more })

  /** Returns the sessions to which the booked one can move, by name. */
  async function choosable(...asked: Parameters<typeof ask>) {
    const days = await ask(...asked)
    expect(days).toHaveLength(14)
    return slotsOf(days)
      .filter(slot => slot.isBookable)
      .map(slot => slot.name)
  }

  async function bookedPlace(options: { isTrial?: boolean } = {}) {
    await changeRows(app.db, 'sessions', {}, { status: 'withdrawn' })
    const parent = await makeAccount(app)
    const attendee = await makeAttendee(app, kind, parent, 'Maya')
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

  test('needs a valid token', async () => {
    const { present } = await bookedPlace()
    expect(await refusal(ask(app.visitor, present.id))).toBe('401 Please log in')
  })

  test.each([
    ['no session', ''],
    ['a list of sessions', [1, 2]],
    ['a number beyond 2^53', '9007199254740993'],
    ['NUL', '1\u0000'],
  ])('refuses %s with a sentence', async (_, sessionId) => {
    const { api } = await makeAccount(app)
    const asked = ask(api, sessionId as unknown as number)
    expect(await refusal(asked)).toMatch(/^The value of [\w ]+ is not valid$/)
  })

  test('are shown only to the owner of the booking', async () => {
    const { api, present, bookingId, offering } = await bookedPlace()
    const stranger = await makeAccount(app)
    const neverBooked = await makeSession(app, offering)
    const asked = [
      ask(stranger.api, present.id),
      ask(stranger.api, present.id, { bookingId }),
      ask(api, present.id, { bookingId: bookingId + 1 }),
      ask(api, neverBooked.id),
    ]
    expect(await Promise.all(asked.map(refusal))).toEqual(asked.map(() => 'This class was not found'))
    await ask(api, present.id, { bookingId })
  })

  test('are refused for a booking of another kind or one that is not confirmed', async () => {
    const { api, attendee, offering, present } = await bookedPlace()
    const held = await makeSession(app, offering)
    await makeBooking(app, held.id, { ...attendee, status: 'held' })
    expect(await refusal(ask(api, held.id))).toBe('This class was not found')
    for (const other of everyOfferingKind.filter(candidate => candidate !== kind)) {
      const asked = api.offerings[other].changeTargets({ ...twoWeeks, sessionId: present.id })
      expect(await refusal(asked)).toBe('This class was not found')
    }
  })

  // Proves RSCH-04.
  test('have the same price and credits, a free place, and have not begun', async () => {
    const { api, attendee, offering, present } = await bookedPlace()
    // By name: `Venue 10` comes before `Venue 9`.
    const elsewhere = await makeOffering(app, { kind, venue: 'West Hall' })
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
    expect(await choosable(api, present.id)).toEqual(['same class', 'another class'])
  })

  test('respect the filters of a timetable', async () => {
    const { api, offering, present } = await bookedPlace()
    await makeSession(app, offering, { name: 'here' })
    const elsewhere = await makeOffering(app, { kind })
    await makeSession(app, elsewhere, { name: 'elsewhere' })
    expect(await choosable(api, present.id, { venueId: elsewhere.venueId })).toEqual(['elsewhere'])
  })

  test('for a trial are trials of the same price, of a type the person has not tried', async () => {
    const { api, attendee, offering, present } = await bookedPlace({ isTrial: true })
    const tried = await makeOffering(app, { kind })
    const trial = { offersTrial: true, trialPricePence: 500 }
    const earlier = await makeSession(app, tried, { ...trial, name: 'earlier trial', date: '2026-11-20' })
    await makeBooking(app, earlier.id, { ...attendee, isTrial: true })
    await makeSession(app, offering, { ...trial, name: 'trial', pricePence: 9900, credits: 3 })
    await makeSession(app, offering, { ...trial, name: 'dearer trial', trialPricePence: 600 })
    await makeSession(app, offering, { name: 'no trial' })
    await makeSession(app, tried, { ...trial, name: 'tried before' })
    expect(await choosable(api, present.id)).toEqual(['trial'])
  })

  test('cannot be chosen once the booked session has begun', async () => {
    const { api, offering, present } = await bookedPlace()
    await makeSession(app, offering, { name: 'later', startTime: '15:00', endTime: '16:00' })
    expect(await choosable(api, present.id)).toEqual(['later'])
    app.clock.set('2026-11-25T10:00:00Z')
    expect(await choosable(api, present.id)).toEqual([])
  })

  test('the booking id tells which of two places in one session is moved', async () => {
    const { offering, present, bookingId, ...account } = await bookedPlace()
    const { api } = account
    const sibling = await makeAttendee(app, kind, account, 'Noor')
    const other = await makeBooking(app, present.id, sibling)
    const target = await makeSession(app, offering, { name: 'target' })
    await makeBooking(app, target.id, sibling)
    expect(await choosable(api, present.id, { bookingId })).toEqual(['target'])
    expect(await choosable(api, present.id, { bookingId: other.bookingId })).toEqual([])
    expect(await choosable(api, present.id)).toEqual(['target'])
  })

  test('need queries for the booking, the sessions and their bookings, after the token', async () => {
    const { api, offering, present } = await bookedPlace()
    for (let count = 0; count < 5; count++) await makeSession(app, offering)
    expect(await countQueries(app, () => ask(api, present.id))).toBe(4)
  })
})

test.each(everyOfferingKind)(
  "the timetable of a %s marks the family's own bookings; visitors share one answer",
  async kind => {
    const [parent, stranger] = [await makeAccount(app), await makeAccount(app)]
    const offering = await makeOffering(app, { kind })
    const [booked, held, free] = [
      await makeSession(app, offering, { date: '2026-12-01' }),
      await makeSession(app, offering, { date: '2026-12-01' }),
      await makeSession(app, offering, { date: '2026-12-02' }),
    ]
    const maya = await makeAttendee(app, kind, parent, 'Maya')
    const { bookingId } = await makeBooking(app, booked.id, maya)
    await makeBooking(app, booked.id, await makeAttendee(app, kind, parent, 'Noor'))
    await makeBooking(app, held.id, { ...maya, status: 'held' })
    await makeBooking(app, free.id, await makeAttendee(app, kind, stranger, 'Theirs'))
    const namedFor = async (api: Api) => {
      const slots = slotsOf(await api.offerings[kind].timetable(twoWeeks))
      return [booked, held, free].map(({ id }) => slots.find(slot => slot.id === id)?.bookingId)
    }
    expect(await namedFor(parent.api)).toEqual([bookingId, undefined, undefined])
    expect(await namedFor(app.visitor)).toEqual([undefined, undefined, undefined])
  },
)
