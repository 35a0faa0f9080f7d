import { expect, test } from 'vitest'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { waitingSentences } from '#domain/office/waiting-sentences.ts'
import { sentences } from '#domain/sentences.ts'
import { findViolations } from '#testing/find-violations.ts'
import { makeBooking } from '#testing/make-booking.ts'
import { makeRoom } from '#testing/make-class.ts'
import { bookingRequest, type Family, makeFamilies, makeFamily } from '#testing/make-family.ts'
import { type MadeSession, makeOffering, makeSession } from '#testing/make-offering.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

const join = (session: MadeSession, family: Family) =>
  family.api.waitingLists.class.join({ ...bookingRequest(family, session), sessionId: session.id })
const joinForAny = ({ id: offeringId }: { id: number }, { api, childIds }: Family) =>
  api.waitingLists.class.join({ offeringId, attendees: { who: 'children', childIds } })
const book = (session: MadeSession, family: Family) =>
  family.api.orders.class.place(bookingRequest(family, session))
const entryOf = async ({ childId }: Family) =>
  (await rowOf(app.db, 'waiting_entries', { child_id: childId })).id
const mailsTo = async ({ email }: Family) =>
  (await rowsOf(app.db, 'mails', { to_email: email })).map(({ subject }) => subject)
/** Returns the audit's findings about places and waiting lists. */
const broken = async () => {
  const found = await findViolations(app.db, app.clock.now(), [app.services.config.dataKey])
  return found.filter(({ number }) => number <= 3 || number === 18)
}

/** Makes a date whose one place is held by an unpaid order, and two families that wait for it. */
async function makeFull(given: Parameters<typeof makeSession>[2] = {}) {
  const offering = await makeOffering(app)
  const session = await makeSession(app, offering, { capacity: 1, date: '2026-12-10', ...given })
  const holder = await makeFamily(app)
  const booking = await makeBooking(app, session.id, { ...holder, status: 'held' })
  const [first, second] = (await makeFamilies(app, 2)) as [Family, Family]
  await join(session, first)
  await join(session, second)
  const giveUp = () => holder.api.orders.class.cancel({ orderNumber: booking.orderNumber })
  return { offering, session, first, second, giveUp }
}

test('a full date gets one more place, offered to the second in the queue, who books it', async () => {
  const { session, first, second } = await makeFull()
  const manager = await app.office('manager')
  const id = await entryOf(second)
  const asked = { id, sessionId: session.id, hours: 24, reason: 'Her twin is in it' }
  const { offerUntil, isRaised } = await manager.waiting.offer({ ...asked, raiseTo: 2 })
  expect([offerUntil, isRaised]).toEqual(['2026-11-24T09:00:00.000Z', true])
  expect(await rowOf(app.db, 'sessions', { id: session.id })).toMatchObject({
    ...{ capacity: 2, places_taken: 1, places_offered: 1 },
  })
  await app.runJobs()
  expect(await mailsTo(second)).toEqual(['You are on the waiting list', 'A place is free for you'])
  expect(await mailsTo(first)).toEqual(['You are on the waiting list'])
  const offeredBy = 'Ann Perry'
  expect(
    await manager.waiting.queue({ offeringId: session.offeringId, sessionId: session.id }),
  ).toMatchObject([
    { id, position: 0, offeredBy, offerUntil, phone: expect.any(String) },
    { id: await entryOf(first), position: 1, offeredBy: '', offerUntil: null },
  ])
  expect(await refusal(manager.waiting.offer(asked))).toMatch(/^A place is kept for them until Tue 24 Nov/)
  // The audit knows of offers out of turn.
  expect(await broken()).toEqual([])
  await book(session, second)
  const logged = await rowsOf(app.db, 'staff_actions', { subject_id: session.id })
  expect(logged.map(({ action, reason }) => [action, reason])).toEqual([
    ['session.capacity', 'Her twin is in it'],
    ['queue.offer', 'Her twin is in it'],
  ])
})

test('an offer by hand that is not taken passes to the first who waits', async () => {
  const { session, first, second } = await makeFull()
  const id = await entryOf(second)
  const manager = await app.office('manager')
  await manager.waiting.offer({ id, sessionId: session.id, hours: 1, reason: 'Asked by phone', raiseTo: 2 })
  await app.runJobs()
  app.clock.advance(61)
  await app.runJobs()
  expect(await rowOf(app.db, 'waiting_entries', { id })).toMatchObject({ status: 'lapsed' })
  expect(await rowOf(app.db, 'waiting_entries', { id: await entryOf(first) })).toMatchObject({
    ...{ status: 'offered', offered_by: null },
  })
  expect(await broken()).toEqual([])
})

test('the front desk offers a free place too late for the list to offer it, but raises no capacity', async () => {
  const { session, second, giveUp } = await makeFull({
    date: '2026-11-23',
    startTime: '10:30',
    endTime: '11:00',
  })
  const desk = await app.office('frontDesk')
  const asked = { id: await entryOf(second), sessionId: session.id, hours: 12, reason: 'Stands at the door' }
  expect(await refusal(desk.waiting.offer(asked))).toBe(waitingSentences.lastPlaceGone)
  expect(await refusal(desk.waiting.offer({ ...asked, raiseTo: 2 }))).toBe(officeSentences.notYours)
  const manager = await app.office('manager')
  expect(await refusal(manager.waiting.offer({ ...asked, raiseTo: 7 }))).toBe(
    'The date has 1 place now. Look again before you raise it',
  )
  // So shortly before the start the list offers nothing by itself.
  await giveUp()
  const [date] = await desk.waiting.offerDates({ id: asked.id })
  expect(date).toMatchObject({ sessionId: session.id, free: 1, capacity: 1 })
  // Raised in vain: a place has become free meanwhile. It is kept until the start at most.
  expect(await desk.waiting.offer({ ...asked, raiseTo: 2 })).toEqual({
    ...{ offerUntil: '2026-11-23T10:30:00.000Z', isRaised: false },
  })
  expect(await rowOf(app.db, 'sessions', { id: session.id })).toMatchObject({
    capacity: 1,
    places_offered: 1,
  })
})

test.each([
  { what: 'no hours', given: { hours: 0 }, sentence: waitingSentences.offerHours },
  { what: 'too many hours', given: { hours: 73 }, sentence: waitingSentences.offerHours },
  { what: 'no reason', given: { reason: '' }, sentence: officeSentences.sayWhy },
  { what: 'no such entry', given: { id: 999_999 }, sentence: waitingSentences.notWaiting },
  { what: 'no such date', given: { sessionId: 999_999 }, sentence: officeSentences.notFound },
])('an offer with $what is refused and changes nothing', async ({ given, sentence }) => {
  const { session, first } = await makeFull()
  const manager = await app.office('manager')
  const asked = { id: await entryOf(first), sessionId: session.id, hours: 12, reason: 'By phone', raiseTo: 2 }
  expect(await refusal(manager.waiting.offer({ ...asked, ...given }))).toBe(sentence)
  expect(await rowOf(app.db, 'sessions', { id: session.id })).toMatchObject({
    capacity: 1,
    places_offered: 0,
  })
})

test('nobody is offered a date that they did not ask for, have booked, or that has begun', async () => {
  app.clock.set('2026-11-23T09:00:00Z')
  const { session, offering, first } = await makeFull({
    ...{ date: '2026-11-23', startTime: '10:30', endTime: '11:00' },
  })
  const manager = await app.office('manager')
  const id = await entryOf(first)
  const offer = (sessionId: number) =>
    refusal(manager.waiting.offer({ id, sessionId, hours: 12, reason: 'By phone', raiseTo: 11 }))
  const sister = await makeSession(app, offering, { date: '2026-12-17', placesTaken: 10 })
  expect(await offer(sister.id)).toBe(waitingSentences.cannotBeOffered)
  const foreign = await makeSession(app, await makeOffering(app), { placesTaken: 10 })
  expect(await offer(foreign.id)).toBe(waitingSentences.notWaiting)
  app.clock.set('2026-11-23T10:31:00Z')
  expect(await offer(session.id)).toBe(waitingSentences.cannotBeOffered)
  expect(await manager.waiting.offerDates({ id })).toEqual([])
  app.clock.set('2026-11-23T09:00:00Z')
})

test('a manager offers a place beyond the capacity of the room by giving a reason', async () => {
  const { session, offering, first } = await makeFull()
  await changeRows(
    app.db,
    'sessions',
    { id: session.id },
    { room_id: await makeRoom(app.db, offering.venueId, 'Snug', 1) },
  )
  const manager = await app.office('manager')
  const asked = {
    id: await entryOf(first),
    sessionId: session.id,
    hours: 12,
    reason: 'A baby sibling',
    raiseTo: 2,
  }
  expect((await manager.waiting.offer(asked)).isRaised).toBe(true)
})

test('a removed family is told once, and its reserved place goes to the next', async () => {
  const { session, first, second, giveUp } = await makeFull()
  await giveUp()
  const desk = await app.office('frontDesk')
  const id = await entryOf(first)
  expect(await refusal(desk.waiting.remove({ id, reason: '' }))).toBe(officeSentences.sayWhy)
  expect(await desk.waiting.remove({ id, reason: 'Moved away' })).toEqual({ offered: 1 })
  expect(await refusal(desk.waiting.remove({ id, reason: 'Moved away' }))).toBe(waitingSentences.notWaiting)
  await app.runJobs()
  expect(await mailsTo(first)).toContain('You are no longer on the waiting list')
  expect(await mailsTo(second)).toContain('A place is free for you')
  expect(await rowOf(app.db, 'sessions', { id: session.id })).toMatchObject({ places_offered: 1 })
  expect(await first.api.ownWaiting.list()).toEqual([])
  expect(await rowsOf(app.db, 'staff_actions', { action: 'queue.remove', subject_id: id })).toMatchObject([
    { account_id: first.accountId, reason: 'Moved away', facts: { hadOffer: true } },
  ])
})

test("the desk adds a child to a date's queue, at its end, as the family itself would", async () => {
  const { session, offering } = await makeFull()
  const family = await makeFamily(app)
  const desk = await app.office('frontDesk')
  const asked = { accountId: family.accountId, childId: family.childId, offeringId: offering.id }
  expect(await desk.waiting.add({ ...asked, sessionId: session.id })).toMatchObject({ position: 3 })
  expect(await refusal(desk.waiting.add({ ...asked, sessionId: session.id }))).toBe(sentences.alreadyWaiting)
  await app.runJobs()
  expect(await mailsTo(family)).toEqual(['You are on the waiting list'])
  expect(await family.api.ownWaiting.list()).toMatchObject([{ position: 3 }])

  // Refused: another family's child, no child, a date with places left, an unknown family.
  const other = await makeFamily(app)
  const foreign = { ...asked, childId: other.childId, sessionId: session.id }
  expect(await refusal(desk.waiting.add(foreign))).toBe(sentences.childNotFound)
  const { childId: _, ...childless } = asked
  expect(await refusal(desk.waiting.add({ ...childless, sessionId: session.id }))).toBe(
    sentences.selectYourChild,
  )
  const open = await makeSession(app, offering)
  expect(await refusal(desk.waiting.add({ ...asked, sessionId: open.id }))).toBe(sentences.placesAvailable)
  expect(await refusal(desk.waiting.add({ ...asked, accountId: 999_999, sessionId: session.id }))).toBe(
    'This family was not found',
  )
  expect(await refusal(desk.waiting.add({ ...asked, offeringId: 999_999 }))).toBe(sentences.sessionNotFound)
})

test('a frozen family is neither added to a list nor offered a place', async () => {
  const { session, offering, first } = await makeFull()
  const manager = await app.office('manager')
  await changeRows(app.db, 'accounts', { id: first.accountId }, { frozen_at: app.clock.now() })
  const id = await entryOf(first)
  const offer = { id, sessionId: session.id, hours: 12, reason: 'By phone', raiseTo: 2 }
  expect(await refusal(manager.waiting.offer(offer))).toBe(waitingSentences.cannotBeOffered)
  const { accountId, childId } = first
  const asked = { accountId, childId, offeringId: offering.id }
  expect(await refusal(manager.waiting.add(asked))).toBe(peopleSentences.familyFrozen)
})

test("a parent joins a list for places not meant for children, with the family's contact", async () => {
  const offering = await makeOffering(app, { kind: 'parentSession' })
  const session = await makeSession(app, offering, { capacity: 1, placesTaken: 1 })
  const family = await makeFamily(app)
  const desk = await app.office('frontDesk')
  const asked = { accountId: family.accountId, offeringId: offering.id, sessionId: session.id }
  expect(await refusal(desk.waiting.add({ ...asked, childId: family.childId }))).toBe(
    sentences.selectYourChild,
  )
  const { id } = await desk.waiting.add(asked)
  expect(await rowOf(app.db, 'waiting_entries', { id })).toMatchObject({
    email: family.email,
    child_id: null,
  })
  const [found] = await desk.waiting.fullDates({ words: session.name })
  expect(found).toMatchObject({ sessionId: session.id, isForAdults: true, waiting: 1 })
})

test('lists say who waits since when and who has an offer until when, by date and by person', async () => {
  app.clock.set('2026-11-23T09:00:00Z')
  const offering = await makeOffering(app, { name: 'Kites', venue: 'Larkfield' })
  const dates = [
    await makeSession(app, offering, { capacity: 1, placesTaken: 1, date: '2026-12-01' }),
    await makeSession(app, offering, { capacity: 1, placesTaken: 1, date: '2026-12-08' }),
  ] as const
  const [ann, bo, cy] = (await makeFamilies(app, 3)) as [Family, Family, Family]
  await join(dates[0], ann)
  app.clock.advance(60)
  await joinForAny(offering, bo)
  await join(dates[0], cy)
  const desk = await app.office('frontDesk')
  const queueOf = async (sessionId?: number) =>
    (await desk.waiting.queue({ offeringId: offering.id, ...(sessionId && { sessionId }) })).map(
      ({ id, position }) => [id, position],
    )
  const ids = { ann: await entryOf(ann), bo: await entryOf(bo), cy: await entryOf(cy) }
  expect(await queueOf(dates[0].id)).toEqual([
    [ids.ann, 1],
    [ids.bo, 2],
    [ids.cy, 3],
  ])
  expect(await queueOf(dates[1].id)).toEqual([[ids.bo, 2]])
  expect(await queueOf()).toEqual([[ids.bo, 2]])
  const listed = (await desk.waiting.dates({})).dates.filter(({ offeringId }) => offeringId === offering.id)
  expect(
    listed.map(({ sessionId, date, waiting, firstSince }) => [sessionId, date, waiting, firstSince]),
  ).toEqual([
    [dates[0].id, '2026-12-01', 2, '2026-11-23T09:00:00.000Z'],
    [null, null, 1, '2026-11-23T10:00:00.000Z'],
  ])
  const people = await desk.waiting.people({ words: 'KITES lark' })
  expect(people.items.map(({ id, since }) => [id, since.slice(11, 16)])).toEqual([
    [ids.ann, '09:00'],
    [ids.bo, '10:00'],
    [ids.cy, '10:00'],
  ])
  const pages = await desk.waiting.people({ words: 'kites', sort: '-since', limit: 1 })
  expect([pages.items[0]?.id, pages.total, pages.next]).toEqual([ids.cy, 3, String(ids.cy)])
  expect(
    (
      await desk.waiting.people({ words: 'kites', sort: '-since', limit: 2, after: pages.next ?? '' })
    ).items.map(({ id }) => id),
  ).toEqual([ids.bo, ids.ann])
  expect((await desk.waiting.people({ words: 'nobody' })).items).toEqual([])
  // For an entry for any date the desk chooses a date; an entry for one date gets that date.
  const asked = { hours: 5, reason: 'By phone', raiseTo: 2 }
  const manager = await app.office('manager')
  expect((await manager.waiting.offerDates({ id: ids.bo })).map(({ sessionId }) => sessionId)).toEqual(
    dates.map(({ id }) => id),
  )
  expect((await manager.waiting.offerDates({ id: ids.cy })).map(({ sessionId }) => sessionId)).toEqual([
    dates[0].id,
  ])
  await manager.waiting.offer({ id: ids.bo, sessionId: dates[1].id, ...asked })
  expect(await queueOf(dates[1].id)).toEqual([[ids.bo, 0]])
  expect(await queueOf()).toEqual([])
  expect(await desk.waiting.fullDates({ words: 'kites larkfield' })).toMatchObject([
    { sessionId: dates[0].id, waiting: 2 },
    { sessionId: dates[1].id, waiting: 0 },
  ])
})

test('a teacher may not use the waiting lists', async () => {
  const teacher = await app.office('teacher')
  expect(await refusal(teacher.waiting.dates({}))).toBe(officeSentences.notYours)
})
