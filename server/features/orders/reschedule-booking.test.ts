import { beforeEach, describe, expect, test } from 'vitest'
import type { Api } from '#contract/client.ts'
import { everyOfferingKind, type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { countQueries } from '#testing/count-queries.ts'
import { findViolations } from '#testing/find-violations.ts'
import { type MadeAccount, makeAccount } from '#testing/make-account.ts'
import { makeBooking } from '#testing/make-booking.ts'
import { makeChild } from '#testing/make-child.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { refusal } from '#testing/refusal.ts'
import { startTestApp } from '#testing/start-test-app.ts'

/** The token, the locks, the facts, the writes, and what waits for the freed place. */
const statementsAtMost = 14

const app = await startTestApp()
beforeEach(() => app.clock.set('2026-11-23T09:00:00Z'))

async function makeAttendee(kind: OfferingKind, parent: MadeAccount) {
  const { accountId, email } = parent
  return offeringKinds[kind].attendees === 'children'
    ? { accountId, childId: await makeChild(app, parent, { firstName: 'Maya' }) }
    : { accountId, attendeeName: 'Maya Shah', attendeeEmail: email }
}

const placesTaken = (sessionId: number) =>
  app.db
    .selectFrom('sessions')
    .select(['places_taken as taken', 'places_offered as offered'])
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()

const sessionOf = (bookingId: number) =>
  app.db
    .selectFrom('bookings')
    .select(['session_id as id', 'offering_type_id as typeId'])
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow()

describe.each(everyOfferingKind)('moving a place in a %s', kind => {
  const move = ({ api, bookingId }: { api: Api; bookingId: number }, sessionId: number) =>
    api.rescheduling[kind].move({ bookingId, sessionId })

  async function bookedPlace(given: { isTrial?: boolean; status?: 'held' | 'cancelled' } = {}) {
    const parent = await makeAccount(app)
    const attendee = await makeAttendee(kind, parent)
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
    expect((await sessionOf(place.bookingId)).id).toBe(place.from.id)
  }

  test('needs a good token', async () => {
    const { bookingId, offering } = await bookedPlace()
    const target = await makeSession(app, offering)
    for (const token of [undefined, 'stale']) {
      const nobody = { api: app.apiOf({ token }), bookingId }
      expect(await refusal(move(nobody, target.id))).toBe('401 Please log in')
    }
  })

  test('is for the owner of the booking alone', async () => {
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

  test('is refused once the session has begun', async () => {
    const place = await bookedPlace()
    const target = await makeSession(app, place.offering)
    app.clock.set('2026-11-25T10:00:00Z')
    await expectRefusal(place, target.id, 'This class can no longer be rescheduled')
  })

  test('is refused to what may not be chosen', async () => {
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

  test('takes a place there, frees the one here, keeps the history and tells the family', async () => {
    const place = await bookedPlace()
    const { accountId, bookingId, from } = place
    const elsewhere = await makeOffering(app, { kind, typeName: `Elsewhere ${kind}`, venue: 'Harbour Loft' })
    const target = await makeSession(app, elsewhere, {
      date: '2026-12-01',
      startTime: '15:00',
      endTime: '16:00',
    })
    expect(await move(place, target.id)).toBeNull()
    expect(await sessionOf(bookingId)).toEqual({ id: target.id, typeId: elsewhere.typeId })
    expect(await placesTaken(from.id)).toMatchObject({ taken: 0 })
    expect(await placesTaken(target.id)).toMatchObject({ taken: 1 })
    const moves = await app.db
      .selectFrom('booking_moves')
      .select(['from_session_id as fromId', 'to_session_id as toId', 'moved_at'])
      .where('booking_id', '=', bookingId)
      .execute()
    expect(moves).toEqual([{ fromId: from.id, toId: target.id, moved_at: app.clock.now() }])

    await app.runJobs()
    const messages = await app.db
      .selectFrom('messages')
      .select(['title', 'body_html'])
      .where('account_id', '=', accountId)
      .execute()
    expect(messages).toHaveLength(1)
    expect(messages[0]?.title).toBe('Your booking has been moved')
    expect(messages[0]?.body_html).toContain(
      `Elsewhere ${kind} at Harbour Loft on Tuesday 1 December 2026 at 15:00`,
    )
  })

  test('asks the database the same whoever else is booked there', async () => {
    const cost = async (others: number) => {
      const place = await bookedPlace()
      const target = await makeSession(app, place.offering, { date: '2026-11-26' })
      for (let made = 0; made < others; made++) {
        await makeBooking(app, target.id, await makeAttendee(kind, await makeAccount(app)))
      }
      return countQueries(app, () => move(place, target.id))
    }
    const alone = await cost(0)
    expect(alone).toBeLessThanOrEqual(statementsAtMost)
    expect(await cost(5)).toBe(alone)
  })

  test('moves a trial to a trial of the same price, whose type was not tried', async () => {
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
    const target = await makeSession(app, await makeOffering(app, { kind }), { ...trial, credits: 4 })
    await move(place, target.id)
  })

  test('offers the freed place of a full session to the first who waits', async () => {
    const parent = await makeAccount(app)
    const waiting = await makeAccount(app)
    const offering = await makeOffering(app, { kind })
    const from = await makeSession(app, offering, { capacity: 1 })
    const target = await makeSession(app, offering, { capacity: 1 })
    const { bookingId } = await makeBooking(app, from.id, await makeAttendee(kind, parent))
    const who =
      offeringKinds[kind].attendees === 'children'
        ? { child_id: await makeChild(app, waiting) }
        : { name: 'Gwen Hale', email: waiting.email }
    const entry = await app.db
      .insertInto('waiting_entries')
      .values({
        kind,
        offering_id: offering.id,
        session_id: from.id,
        account_id: waiting.accountId,
        ...who,
        status: 'waiting',
        created_at: app.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await move({ ...parent, bookingId }, target.id)
    expect(await placesTaken(from.id)).toEqual({ taken: 0, offered: 1 })
    const { status } = await app.db
      .selectFrom('waiting_entries')
      .select('status')
      .where('id', '=', entry.id)
      .executeTakeFirstOrThrow()
    expect(status).toBe('offered')
    expect(await refusal(move({ ...parent, bookingId }, from.id))).toBe('Sorry, this class is full')
  })
})

test('after all this the books are right', async () => {
  const violations = await findViolations(app.db, app.clock.now())
  expect(violations.filter(({ rule }) => /trial|live booking of a session/.test(rule))).toEqual([])
})
