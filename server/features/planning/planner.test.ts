import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { inClosure, plannerSentences } from '#domain/office/planner-sentences.ts'
import { dateChanges } from '#testing/date-changes.ts'
import { findViolations } from '#testing/find-violations.ts'
import { classAsRead, classInput, makeRoom } from '#testing/make-class.ts'
import { bookingRequest, type Family, makeFamilies, makeFamily } from '#testing/make-family.ts'
import { type MadeSession, makeOffering, makeSession } from '#testing/make-offering.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
let office = await app.office('owner')
beforeEach(async () => {
  app.clock.set('2026-11-23T09:00:00Z')
  office = await app.office('owner')
})

const spring = { name: 'Spring 2027', startDate: '2027-01-04', endDate: '2027-03-28' }
const halfTerm = { name: 'Half-term', venueId: null, startDate: '2027-02-15', endDate: '2027-02-19' }
const { id: termId } = await office.terms.save({ ...spring, closures: [halfTerm], keepDates: false })

const makeTwo = async () => (await makeFamilies(app, 2)) as [Family, Family]
const { change, leftOf } = dateChanges(app, () => office)

test('places are raised for the waiting list in one save, and never lowered below those taken', async () => {
  const session = await makeSession(app, await makeOffering(app), { capacity: 2 })
  const [first, second, third, ...waiting] = await makeFamilies(app, 5)
  for (const family of [first, second])
    await (family as typeof first).api.orders.class.place(bookingRequest(family as typeof first, session))
  const joining = [third, ...waiting] as (typeof first)[]
  for (const family of joining)
    await family.api.waitingLists.class.join({ ...bookingRequest(family, session), sessionId: session.id })
  expect(await leftOf([session.id], { capacity: 1 })).toEqual([
    '2 places are taken or kept. The least is 2. Move or cancel places first',
  ])
  expect(await change([session.id], { capacity: 4 })).toMatchObject({ left: [], offered: 2 })
  expect(
    await rowsOf(app.db, 'waiting_entries', { offering_id: session.offeringId, status: 'offered' }),
  ).toHaveLength(2)
  expect(await leftOf([session.id], { capacity: 3 })).toEqual([
    '4 places are taken or kept. The least is 4. Move or cancel places first',
  ])
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('a repeated save returns the same answer if it changed something, else it runs again', async () => {
  const session = await makeSession(app, await makeOffering(app), { capacity: 4, placesTaken: 2 })
  const press = { sessions: [{ id: session.id, version: 1 }], tell: false, requestId: randomUUID() }
  expect(await office.planner.saveSessions({ ...press, changes: { capacity: 1 } })).toMatchObject({
    saved: [],
  })
  const mended = { ...press, changes: { capacity: 2 } }
  expect(await office.planner.saveSessions(mended)).toMatchObject({ saved: [{ version: 2 }] })
  expect(await office.planner.saveSessions(mended)).toMatchObject({ saved: [{ version: 2 }] })
  await changeRows(app.db, 'sessions', { id: session.id }, { places_taken: 0 })
})

test('a room that is too small needs a reason', async () => {
  const at = await makeOffering(app)
  const session = await makeSession(app, at, { capacity: 10 })
  const roomId = await makeRoom(app.db, at.venueId)
  expect(await change([session.id], { roomId })).toMatchObject({ saved: [{ version: 2 }] })
  expect(await leftOf([session.id], { capacity: 20 })).toEqual(['Room 1 holds 14'])
  expect(await leftOf([session.id], { capacity: 20 }, { reason: 'The wall is open' })).toEqual([])
  const foreign = await makeRoom(app.db, (await makeOffering(app)).venueId)
  expect(await leftOf([session.id], { roomId: foreign })).toEqual([plannerSentences.chooseRoom])
})

test('a bulk change changes many sessions; each that cannot change keeps its reason', async () => {
  const at = await makeOffering(app)
  const fine = await makeSession(app, at, { date: '2026-12-01', pricePence: 850 })
  const begun = await makeSession(app, at, { date: '2026-11-20' })
  const stale = await makeSession(app, at, { date: '2026-12-02' })
  const sessions = [
    { id: fine.id, version: 1 },
    { id: begun.id, version: 1 },
    { id: stale.id, version: 7 },
    { id: 999_999, version: 1 },
  ]
  const changes = { pricePence: 900, offersTrial: true, trialPricePence: 400 }
  expect(await office.planner.previewSessions({ sessions, changes })).toMatchObject({
    saved: 1,
    left: { length: 3 },
  })
  const { saved, left } = await office.planner.saveSessions({ sessions, changes, tell: false })
  expect(saved).toEqual([{ id: fine.id, version: 2 }])
  expect(left.map(({ sentence }) => sentence)).toEqual([
    plannerSentences.hasBegun,
    expect.stringMatching(/changed this at/),
    plannerSentences.notFound,
  ])
  expect(await rowOf(app.db, 'sessions', { id: fine.id })).toMatchObject({
    price_pence: 900,
    trial_price_pence: 400,
  })
})

test('an empty change is refused and raises no version', async () => {
  const session = await makeSession(app, await makeOffering(app))
  const requested = { sessions: [{ id: session.id, version: 1 }], changes: {} }
  expect(await refusal(office.planner.saveSessions({ ...requested, tell: false }))).toBe(
    plannerSentences.nothingToChange,
  )
  expect(await refusal(office.planner.previewSessions(requested))).toBe(plannerSentences.nothingToChange)
  expect(await rowOf(app.db, 'sessions', { id: session.id })).toMatchObject({ version: 1 })
})

test('a new price does not affect existing orders', async () => {
  const session = await makeSession(app, await makeOffering(app), { pricePence: 850 })
  const family = await makeFamily(app)
  const { orderNumber } = await family.api.orders.class.place(bookingRequest(family, session))
  await change([session.id], { pricePence: 1_000 })
  expect(await rowOf(app.db, 'orders', { order_number: orderNumber })).toMatchObject({ total_pence: 850 })
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('a published date gets a new time at least two hours ahead; its families are told once', async () => {
  const at = await makeOffering(app)
  const session = await makeSession(app, at, {
    ...{ date: '2026-12-08', startTime: '10:00', endTime: '10:45' },
    credits: 1,
  })
  const family = await makeFamily(app, { credits: 1 })
  await family.api.orders.class.place(bookingRequest(family, session, { creditsWanted: 1 }))
  await app.runJobs()
  const [confirmation] = await rowsOf(app.db, 'mails', { to_email: family.email })
  await makeSession(app, at, { date: '2026-12-08', startTime: '12:00', endTime: '12:45', name: session.name })
  expect(await leftOf([session.id], { startTime: '12:00' })).toEqual([plannerSentences.dateTaken])
  expect(await leftOf([session.id], { shiftMinutes: 900 })).toEqual([plannerSentences.withinADay])
  const soon = await makeSession(app, at, { date: '2026-11-23', startTime: '10:30' })
  expect(await leftOf([soon.id], { startTime: '15:00' })).toEqual([plannerSentences.moveTooSoon])
  expect(await leftOf([session.id], { date: '2026-11-23', startTime: '10:30' })).toEqual([
    plannerSentences.moveTooSoon,
  ])
  expect(
    await office.planner.previewSessions({
      sessions: [{ id: session.id, version: 1 }],
      changes: { shiftMinutes: 60 },
    }),
  ).toMatchObject({ saved: 1, families: 1 })
  expect(await change([session.id], { shiftMinutes: 60 }, { tell: true })).toMatchObject({ told: 1 })
  expect(await rowOf(app.db, 'sessions', { id: session.id })).toMatchObject({
    start_time: '11:00:00',
    end_time: '11:45:00',
  })
  await app.runJobs()
  const mails = await rowsOf(app.db, 'mails', {
    to_email: family.email,
    subject: 'Your class has a new time',
  })
  expect(mails).toHaveLength(1)
  expect(mails[0]?.body_text).toMatch(
    /is now on Tuesday 8 December 2026, 11:00\. It was on Tuesday 8 December 2026, 10:00\..*get your money back until Monday,? 30 November.*\/answer\//s,
  )
  // The same calendar entry, newer than the one of the confirmation.
  const sequenceOf = (text = '') => Number(/^SEQUENCE:(\d+)/m.exec(text)?.[1])
  expect(sequenceOf(mails[0]?.calendar_text)).toBeGreaterThan(sequenceOf(confirmation?.calendar_text))
  expect(
    await rowsOf(app.db, 'messages', { account_id: family.accountId, title: 'Your class has a new time' }),
  ).toHaveLength(1)
  // Nobody is told of a change that was undone before the mail.
  await change([session.id], { shiftMinutes: 15 }, { tell: true })
  await change([session.id], { shiftMinutes: -15 })
  await app.runJobs()
  expect(await rowsOf(app.db, 'mails', { subject: 'Your class has a new time' })).toHaveLength(1)
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('an order is told once about all its dates that keep a new time', async () => {
  const at = await makeOffering(app, { typeName: 'Shifted' })
  const dates = ['2026-12-08', '2026-12-15', '2026-12-22']
  const made = await Promise.all(
    dates.map(date => makeSession(app, at, { date, startTime: '10:00', endTime: '10:45', credits: 1 })),
  )
  const all = await makeFamily(app, { credits: 3 })
  const one = await makeFamily(app)
  const sessionIds = made.map(({ id }) => id)
  await all.api.orders.class.place(bookingRequest(all, made, { creditsWanted: 3 }))
  await one.api.orders.class.place(bookingRequest(one, made[1] as MadeSession))
  await change(sessionIds, { shiftMinutes: 15 }, { tell: true })
  // Undone before anybody could be told.
  await change(sessionIds.slice(2), { shiftMinutes: -15 })
  await app.runJobs()
  const told = async (title: string) =>
    (await rowsOf(app.db, 'mails', { subject: title })).filter(mail => mail.body_text.includes('Shifted'))
  const mails = await told('Your classes have new times')
  expect(mails.map(mail => mail.to_email)).toEqual([all.email])
  const text = mails[0]?.body_text ?? ''
  expect(
    text.match(
      /What: Shifted\nWhen: \w+ \d+ December 2026, 10:15–11:00\nInstead of: \w+ \d+ December 2026, 10:00\n/g,
    ),
  ).toHaveLength(2)
  expect(text).not.toContain('22 December')
  expect(text.match(/December 2026, 10:15: Move or get your money back: http\S+\/answer\//g)).toHaveLength(2)
  expect(mails[0]?.calendar_text.match(/BEGIN:VEVENT/g)).toHaveLength(2)
  expect(text).toMatch(
    /has not begun, you can move to another date or get your money back until Monday,? 30 November 2026 at 09:00/,
  )
  const title = 'Your classes have new times'
  const [message, ...more] = await rowsOf(app.db, 'messages', { account_id: all.accountId, title })
  expect(message?.body_html.match(/<li>/g)).toHaveLength(2)
  expect(more).toEqual([])
  const single = await told('Your class has a new time')
  expect(single.map(mail => mail.to_email)).toEqual([one.email])
})

test('an older job, which names a single change, still runs', async () => {
  const session = await makeSession(app, await makeOffering(app), { date: '2026-12-08' })
  const family = await makeFamily(app)
  await family.api.orders.class.place(bookingRequest(family, session))
  await change([session.id], { shiftMinutes: 15 }, { tell: true })
  const { id: changeId } = await rowOf(app.db, 'session_changes', { session_id: session.id })
  const jobs = app.db.updateTable('jobs').where('done_at', 'is', null).where('kind', '=', 'sessions-moved')
  await jobs.set({ kind: 'session-moved', payload: JSON.stringify({ changeId }) }).execute()
  await app.runJobs()
  expect(await rowsOf(app.db, 'mails', { to_email: family.email })).toMatchObject([
    { subject: 'Your class has a new time' },
  ])
})

test('the offer of a date that moves earlier ends earlier, and its family is told', async () => {
  const session = await makeSession(app, await makeOffering(app), {
    capacity: 1,
    date: '2026-11-24',
    startTime: '10:00',
    endTime: '10:45',
  })
  const [holder, waiting] = await makeTwo()
  await holder.api.orders.class.place(bookingRequest(holder, session))
  await waiting.api.waitingLists.class.join({ ...bookingRequest(waiting, session), sessionId: session.id })
  await change([session.id], { capacity: 2 })
  await app.runJobs()
  await change([session.id], { date: '2026-11-23', startTime: '15:00' })
  await app.runJobs()
  const mails = await rowsOf(app.db, 'mails', { to_email: waiting.email })
  const [, ...offers] = mails
  expect(offers.map(({ subject }) => subject)).toEqual([
    'A place is free for you',
    'The place kept for you has a new time',
  ])
  expect(offers.map(mail => /until (.*?)\./.exec(mail.body_text ?? '')?.[1])).toEqual([
    'Monday, 23 November 2026 at 21:00',
    'Monday, 23 November 2026 at 13:00',
  ])
  const [entry] = await rowsOf(app.db, 'waiting_entries', { account_id: waiting.accountId })
  expect(entry?.offer_expires_at).toEqual(new Date('2026-11-23T13:00:00Z'))
  app.clock.set('2026-11-23T13:00:00Z')
  await app.runJobs()
  expect(await rowOf(app.db, 'waiting_entries', { id: entry?.id as number })).toMatchObject({
    status: 'lapsed',
  })
})

test('a family with an offer is told of each new day; one that only waits is not', async () => {
  const session = await makeSession(app, await makeOffering(app), {
    capacity: 1,
    date: '2027-05-04',
    startTime: '10:00',
    endTime: '10:45',
  })
  const [holder, offered] = await makeTwo()
  const [waiting] = await makeTwo()
  await holder.api.orders.class.place(bookingRequest(holder, session))
  for (const family of [offered, waiting])
    await family.api.waitingLists.class.join({ ...bookingRequest(family, session), sessionId: session.id })
  await change([session.id], { capacity: 2 })
  for (const date of ['2027-05-05', '2027-05-06']) {
    await change([session.id], { date })
    await app.runJobs()
  }
  const toldTo = async ({ email }: { email: string }) =>
    (
      await rowsOf(app.db, 'mails', { to_email: email, subject: 'The place kept for you has a new time' })
    ).map(mail => / on (.*?)\. We are keeping it for you until (.*?)\./s.exec(mail.body_text ?? '')?.slice(1))
  expect(await toldTo(offered)).toEqual([
    ['Wednesday 5 May 2027 at 10:00', 'Monday, 23 November 2026 at 21:00'],
    ['Thursday 6 May 2027 at 10:00', 'Monday, 23 November 2026 at 21:00'],
  ])
  expect(await toldTo(waiting)).toEqual([])
  expect(await toldTo(holder)).toEqual([])
  await change([session.id], { capacity: 3, date: '2027-05-07' })
  await app.runJobs()
  expect(await toldTo(offered)).toHaveLength(3)
  expect(await toldTo(waiting)).toEqual([])
})

test('a draft moves to another day, but not into a closure or out of its term', async () => {
  const { sessionIds } = await office.planner.makeClass(await classInput(app, office, { termId }))
  const id = sessionIds[0] as number
  expect(await leftOf([id], { date: '2027-02-17' })).toEqual([inClosure('Half-term')])
  expect(await leftOf([id], { date: '2027-04-06' })).toEqual([
    'These dates lie outside Spring 2027, Mon 4 Jan to Sun 28 Mar',
  ])
  expect(await leftOf([id], { date: '2027-01-06', startTime: '11:15' })).toEqual([])
  expect(await rowOf(app.db, 'sessions', { id })).toMatchObject({ slot_id: null, end_time: '12:00:00' })
  expect(await leftOf([id], { date: '2027-02-17', keepInClosure: true })).toEqual([])
  expect(
    await rowsOf(app.db, 'staff_actions', { action: 'session.keptInClosure', subject_id: id }),
  ).toHaveLength(1)
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('if two dates of a class would move to one time, the second stays', async () => {
  const { sessionIds } = await office.planner.makeClass(await classInput(app, office))
  const [first, second] = sessionIds as [number, number]
  const { saved, left } = await change([first, second], { date: '2027-01-07' })
  expect(saved).toMatchObject([{ id: first }])
  expect(left).toMatchObject([{ id: second, sentence: plannerSentences.dateTaken }])
})

test('scheduling without a time is refused', async () => {
  const requested = await classInput(app, office, { publish: 'at' })
  expect(await refusal(office.planner.makeClass(requested))).toBe(plannerSentences.publishPast)
})

test("the second of two editors of a class sees the first one's version, and may overwrite it", async () => {
  const { offeringId: id } = await office.planner.makeClass(await classInput(app, office, { termId }))
  const other = await app.office('manager')
  const mine = await classAsRead(office, id)
  await other.planner.saveClass({ ...mine, name: 'Ballet One' })
  const late = office.planner.saveClass({ ...mine, name: 'Ballet Two' })
  await expect(late).rejects.toMatchObject({
    officeCode: 409,
    facts: { by: 'Ann Perry', current: { name: 'Ballet One' } },
  })
  expect((await office.planner.class({ id })).name).not.toBe(mine.name)
  await office.planner.saveClass({ ...mine, version: Number(mine.version) + 1, name: 'Ballet Two' })
  const { sessions } = await office.planner.class({ id })
  expect(sessions[0]).toMatchObject({ title: 'Ballet Two' })
})
