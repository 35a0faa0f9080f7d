import { beforeEach, describe, expect, test } from 'vitest'
import type { Api } from '#contract/client.ts'
import { everyOfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { findViolations } from '#testing/find-violations.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeAttendee, makeBooking } from '#testing/make-booking.ts'
import { makeChild } from '#testing/make-child.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { countQueries } from '#testing/record-database-work.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

/**
 * The most statements of a move: the token, the locks, the facts, the writes, and the waiting list of the
 * freed place.
 */
const maxStatements = 14

const app = await startTestApp()
beforeEach(() => app.clock.set('2026-11-23T09:00:00Z'))

const sessionAt = (id: number) => rowOf(app.db, 'sessions', { id })
const bookingAt = (id: number) => rowOf(app.db, 'bookings', { id })

describe.each(everyOfferingKind)('moving a place in a %s', kind => {
  const move = ({ api, bookingId }: { api: Api; bookingId: number }, sessionId: number) =>
    api.rescheduling[kind].move({ bookingId, sessionId })

  async function bookedPlace(given: { isTrial?: boolean; status?: 'held' | 'cancelled' } = {}) {
    const parent = await makeAccount(app)
    const attendee = await makeAttendee(app, kind, parent)
    const offering = await makeOffering(app, { kind })
    const from = await makeSession(app, offering, {
      date: '2026-11-25',
      offersTrial: true,
      trialPricePence: 500,
    })
    const { bookingId } = await makeBooking(app, from.id, { ...attendee, ...given })
    return { ...parent, attendee, offering, from, bookingId }
  }

  async function expectRefusal(
    place: { api: Api; bookingId: number; from: { id: number } },
    sessionId: number,
    sentence: string,
  ) {
    expect(await refusal(move(place, sessionId))).toBe(sentence)
    expect((await bookingAt(place.bookingId)).session_id).toBe(place.from.id)
  }

  test('needs a valid token', async () => {
    const { bookingId, offering } = await bookedPlace()
    const target = await makeSession(app, offering)
    for (const token of [undefined, 'stale']) {
      const nobody = { api: app.apiOf({ token }), bookingId }
      expect(await refusal(move(nobody, target.id))).toBe('401 Please log in')
    }
  })

  test('is allowed for the owner of the booking only', async () => {
    const { bookingId, offering, from } = await bookedPlace()
    const stranger = await makeAccount(app)
    const target = await makeSession(app, offering)
    await expectRefusal({ api: stranger.api, bookingId, from }, target.id, 'This class was not found')
  })

  test('is refused through the call of another kind', async () => {
    const { api, bookingId, offering } = await bookedPlace()
    const target = await makeSession(app, offering)
    for (const other of everyOfferingKind.filter(candidate => candidate !== kind)) {
      const moving = api.rescheduling[other].move({ bookingId, sessionId: target.id })
      expect(await refusal(moving)).toBe('This class was not found')
    }
  })

  test.each(['held', 'cancelled'] as const)('is refused for a place that is %s', async status => {
    const place = await bookedPlace({ status })
    const target = await makeSession(app, place.offering)
    await expectRefusal(place, target.id, 'This class can no longer be rescheduled')
  })

  // Proves RSCH-13.
  test('is refused once the session has begun', async () => {
    const place = await bookedPlace()
    const target = await makeSession(app, place.offering)
    app.clock.set('2026-11-25T10:00:00Z')
    await expectRefusal(place, target.id, 'This class can no longer be rescheduled')
  })

  test('is refused for a session that cannot be chosen', async () => {
    const place = await bookedPlace()
    const { offering, attendee, from } = place
    const no = 'This class cannot be chosen'
    await expectRefusal(place, 999_999_999, no)
    await expectRefusal(place, from.id, no)
    const hidden = await makeOffering(app, { kind, isActive: false })
    await expectRefusal(place, (await makeSession(app, hidden)).id, no)
    for (const given of [
      { pricePence: 1300 },
      { credits: 2 },
      { date: '2026-11-20' },
      { status: 'withdrawn' as const },
    ]) {
      await expectRefusal(place, (await makeSession(app, offering, given)).id, no)
    }
    const ofPacks = await makeOffering(app, { kind, isPackOnly: true })
    await expectRefusal(place, (await makeSession(app, ofPacks)).id, no)
    const already = await makeSession(app, offering)
    await makeBooking(app, already.id, { ...attendee, status: 'held' })
    await expectRefusal(place, already.id, no)
    const full = await makeSession(app, offering, { capacity: 1, placesTaken: 1 })
    await expectRefusal(place, full.id, 'Sorry, this class is full')
    const kept = await makeSession(app, offering, { capacity: 1, placesOffered: 1 })
    await expectRefusal(place, kept.id, 'Sorry, this class is full')
    for (const other of everyOfferingKind.filter(candidate => candidate !== kind)) {
      await expectRefusal(place, (await makeSession(app, await makeOffering(app, { kind: other }))).id, no)
    }
  })

  // Proves RSCH-10.
  test('takes the new place, frees the old one, keeps the history and tells the family', async () => {
    const place = await bookedPlace()
    const { accountId, bookingId, from } = place
    const elsewhere = await makeOffering(app, { kind, typeName: `Elsewhere ${kind}`, venue: 'Harbour Loft' })
    const target = await makeSession(app, elsewhere, {
      date: '2026-12-01',
      startTime: '15:00',
      endTime: '16:00',
    })
    expect(await move(place, target.id)).toBeNull()
    expect(await bookingAt(bookingId)).toMatchObject({
      session_id: target.id,
      offering_type_id: elsewhere.typeId,
    })
    expect(await sessionAt(from.id)).toMatchObject({ places_taken: 0 })
    expect(await sessionAt(target.id)).toMatchObject({ places_taken: 1 })
    const moves = await rowsOf(app.db, 'booking_moves', { booking_id: bookingId })
    expect(moves).toMatchObject([
      { from_session_id: from.id, to_session_id: target.id, moved_at: app.clock.now() },
    ])

    await app.runJobs()
    const messages = await rowsOf(app.db, 'messages', { account_id: accountId })
    expect(messages).toHaveLength(1)
    expect(messages[0]?.title).toBe('Your booking has been moved')
    expect(messages[0]?.body_html).toContain(
      `Elsewhere ${kind} at Harbour Loft on Tuesday 1 December 2026 at 15:00`,
    )
    // The mail has as much as the confirmation: when the session ends, directions, and an entry that moves in
    // a calendar.
    const [mail] = await rowsOf(app.db, 'mails', { account_id: accountId })
    expect(mail?.body_text).toContain('15:00–16:00')
    expect(mail?.body_text).toContain('Directions to Harbour Loft: ')
    expect(mail?.calendar_text).toContain(`UID:booking-${bookingId}@`)
    expect(mail?.calendar_text).toContain('SEQUENCE:2')
    expect(mail?.calendar_text).toContain('DTSTART:20261201T150000Z')
  })

  test('the number of queries does not depend on the other bookings', async () => {
    const cost = async (others: number) => {
      const place = await bookedPlace()
      const target = await makeSession(app, place.offering, { date: '2026-11-26' })
      for (let made = 0; made < others; made++) {
        await makeBooking(app, target.id, await makeAttendee(app, kind, await makeAccount(app)))
      }
      return countQueries(app, () => move(place, target.id))
    }
    const alone = await cost(0)
    expect(alone).toBeLessThanOrEqual(maxStatements)
    expect(await cost(5)).toBe(alone)
  })

  test('moves a trial to a trial of the same price, of a type not tried', async () => {
    const place = await bookedPlace({ isTrial: true })
    const trial = { offersTrial: true, trialPricePence: 500 }
    const tried = await makeOffering(app, { kind })
    const earlier = await makeSession(app, tried, { ...trial, date: '2026-11-20' })
    await makeBooking(app, earlier.id, { ...place.attendee, isTrial: true })
    const no = 'This class cannot be chosen'
    await expectRefusal(place, (await makeSession(app, tried, trial)).id, no)
    await expectRefusal(place, (await makeSession(app, place.offering)).id, no)
    const dearer = await makeSession(app, place.offering, { ...trial, trialPricePence: 600 })
    await expectRefusal(place, dearer.id, no)
    // Its price stays known when its session offers no trial any more.
    await changeRows(app.db, 'sessions', { id: place.from.id }, { offers_trial: false, trial_price_pence: 0 })
    const free = await makeSession(app, place.offering, { ...trial, trialPricePence: 0 })
    await expectRefusal(place, free.id, no)
    const target = await makeSession(app, await makeOffering(app, { kind }), { ...trial, credits: 4 })
    await move(place, target.id)
  })

  test('moves a place between pack-only sessions', async () => {
    const parent = await makeAccount(app)
    const ofPacks = () => makeOffering(app, { kind, isPackOnly: true })
    const from = await makeSession(app, await ofPacks())
    const { bookingId } = await makeBooking(app, from.id, await makeAttendee(app, kind, parent))
    const target = await makeSession(app, await ofPacks())
    await move({ ...parent, bookingId }, target.id)
    expect((await bookingAt(bookingId)).session_id).toBe(target.id)
  })

  test('uses the place that was offered to the person who moves', async () => {
    const parent = await makeAccount(app)
    const offering = await makeOffering(app, { kind })
    const [from, target] = [
      await makeSession(app, offering),
      await makeSession(app, offering, { capacity: 1 }),
    ]
    const attendee = await makeAttendee(app, kind, parent)
    const { bookingId } = await makeBooking(app, from.id, attendee)
    const entryId = await writeRow(app.db, 'waiting_entries', {
      ...{ kind, offering_id: offering.id, session_id: target.id, account_id: parent.accountId },
      ...('childId' in attendee
        ? { child_id: attendee.childId }
        : { name: 'Gwen Hale', email: parent.email }),
      ...{ status: 'offered', offered_session_id: target.id, offered_at: app.clock.now() },
      ...{ offer_expires_at: new Date('2026-11-23T20:00:00Z'), created_at: app.clock.now() },
    })
    await changeRows(app.db, 'sessions', { id: target.id }, { places_offered: 1 })
    const shown = await parent.api.offerings[kind].changeTargets({
      ...{ startDate: target.date, endDate: target.date, sessionId: from.id, bookingId },
    })
    expect(shown.flatMap(({ sessions }) => sessions.filter(({ id }) => id === target.id))).toMatchObject([
      { placesLeft: 1, isBookable: true },
    ])
    await move({ ...parent, bookingId }, target.id)
    expect(await sessionAt(target.id)).toMatchObject({ places_taken: 1, places_offered: 0 })
    expect(await rowOf(app.db, 'waiting_entries', { id: entryId })).toMatchObject({ status: 'booked' })
  })

  test('offers the freed place of a full session to the first who waits', async () => {
    const parent = await makeAccount(app)
    const waiting = await makeAccount(app)
    const offering = await makeOffering(app, { kind })
    const from = await makeSession(app, offering, { capacity: 1 })
    const target = await makeSession(app, offering, { capacity: 1 })
    const { bookingId } = await makeBooking(app, from.id, await makeAttendee(app, kind, parent))
    const who =
      offeringKinds[kind].attendees === 'children'
        ? { child_id: await makeChild(app, waiting) }
        : { name: 'Gwen Hale', email: waiting.email }
    const entryId = await writeRow(app.db, 'waiting_entries', {
      kind,
      offering_id: offering.id,
      session_id: from.id,
      account_id: waiting.accountId,
      ...who,
      status: 'waiting',
      created_at: app.clock.now(),
    })
    await move({ ...parent, bookingId }, target.id)
    expect(await sessionAt(from.id)).toMatchObject({ places_taken: 0, places_offered: 1 })
    const { status } = await rowOf(app.db, 'waiting_entries', { id: entryId })
    expect(status).toBe('offered')
    expect(await refusal(move({ ...parent, bookingId }, from.id))).toBe('Sorry, this class is full')
  })
})

test('guests with the same name and only a telephone number are distinguished by it', async () => {
  const parent = await makeAccount(app)
  const offering = await makeOffering(app, { kind: 'parentSession' })
  const [from, target] = [await makeSession(app, offering), await makeSession(app, offering)]
  const sarah = async (sessionId: number, phone: string) => {
    const made = await makeBooking(app, sessionId, { ...parent, attendeeName: 'Sarah Jones' })
    await changeRows(app.db, 'bookings', { id: made.bookingId }, { attendee_phone: phone })
    return made
  }
  const { bookingId } = await sarah(from.id, '07700 900201')
  const { move } = parent.api.rescheduling.parentSession
  const other = await sarah(target.id, '07700 900202')
  await move({ bookingId, sessionId: target.id })
  await changeRows(app.db, 'bookings', { id: other.bookingId }, { attendee_phone: '07700 900203' })
  const again = await sarah(from.id, '07700 900203')
  const moving = move({ bookingId: again.bookingId, sessionId: target.id })
  expect(await refusal(moving)).toBe('This class cannot be chosen')
})

test('a guest who gives an address once and a number later is one person', async () => {
  const parent = await makeAccount(app)
  const offering = await makeOffering(app, { kind: 'parentSession' })
  const [from, target] = [await makeSession(app, offering), await makeSession(app, offering)]
  const sarah = async (
    sessionId: number,
    email: string,
    phone: string,
    name = 'Sarah Bell',
    isTrial = false,
  ) => {
    const who = { ...parent, attendeeName: name, attendeeEmail: email, isTrial }
    const made = await makeBooking(app, sessionId, who)
    await changeRows(app.db, 'bookings', { id: made.bookingId }, { attendee_phone: phone })
    return made
  }
  const { move } = parent.api.rescheduling.parentSession
  await sarah(target.id, 'sarah@example.test', '07700 900204')
  const { bookingId } = await sarah(from.id, '', '+44 7700 900204')
  expect(await refusal(move({ bookingId, sessionId: target.id }))).toBe('This class cannot be chosen')

  const trial = { offersTrial: true, trialPricePence: 500 }
  const tried = await makeOffering(app, { kind: 'parentSession' })
  const untried = await makeOffering(app, { kind: 'parentSession' })
  const stranger = await makeAccount(app)
  const first = await makeBooking(app, (await makeSession(app, tried, trial)).id, {
    ...stranger,
    attendeeName: 'Tom Bell',
    isTrial: true,
  })
  await changeRows(app.db, 'bookings', { id: first.bookingId }, { attendee_phone: '07700900205' })
  const second = await makeSession(app, untried, trial)
  const { bookingId: another } = await sarah(second.id, 's@example.test', '07700 900205', 'Sarah Bell', true)
  const elsewhere = await makeSession(app, tried, trial)
  expect(await refusal(move({ bookingId: another, sessionId: elsewhere.id }))).toBe(
    'This class cannot be chosen',
  )
})

test('afterwards the audit finds nothing', async () => {
  const violations = await findViolations(app.db, app.clock.now())
  expect(violations.filter(({ rule }) => /trial|live booking of a session/.test(rule))).toEqual([])
})
