import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { deskSentences } from '#domain/office/desk-sentences.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { sentences } from '#domain/sentences.ts'
import { findViolations } from '#testing/find-violations.ts'
import { bookingRequest, type Family, makeFamily } from '#testing/make-family.ts'
import { type MadeSession, makeOffering, makeSession } from '#testing/make-offering.ts'
import { refusal } from '#testing/refusal.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
app.clock.set('2026-12-05T08:30:00Z')
await app.office('owner')
const desk = await app.office('frontDesk')
const teacher = await app.office('teacher')

const day = '2026-12-05'

let hour = 9
/** Makes a date that began ten minutes before the app's clock, with one place that is taken. */
async function makeBegunDate() {
  hour += 1
  const session = await makeSession(app, await makeOffering(app), {
    ...{ date: day, startTime: `${hour}:00`, endTime: `${hour}:45`, capacity: 1, pricePence: 850 },
  })
  const holder = await makeFamily(app)
  await desk.deskBookings.place({ ...inCash(holder, session), walkInId: undefined, raises: [] })
  app.clock.set(`2026-12-05T${hour}:10:00Z`)
  return session
}

/** Notes somebody as having come, and returns the id of the walk-in. */
async function note(session: MadeSession, name: string) {
  const walkIn = { id: randomUUID(), name, phone: '07700 900123', isTrial: false }
  const markedAt = app.clock.now().toISOString()
  const mark = {
    id: randomUUID(),
    sessionId: session.id,
    day,
    state: 'here' as const,
    collectedBy: '',
    markedAt,
  }
  const { answers } = await desk.registers.mark({ marks: [{ ...mark, walkIn }] })
  expect(answers[0]?.outcome).toBe('kept')
  return walkIn.id
}

const inCash = ({ accountId, childIds }: Family, session: MadeSession, walkInId?: string) => ({
  ...{ accountId, childIds, offeringId: session.offeringId, sessionIds: [session.id], isTrial: false },
  ...{ pay: 'desk' as const, method: 'cash' as const, reference: '' },
  ...{ raises: [{ sessionId: session.id, to: 2 }], walkInId },
  expected: { totalPence: 850, creditsUsed: 0 },
})

test('a walk-in of a full date that has begun is booked and paid, and its mark goes to the place', async () => {
  const session = await makeBegunDate()
  const id = await note(session, 'Wanda Way')
  expect((await desk.walkIns.list({})).find(one => one.id === id)).toMatchObject({
    ...{ name: 'Wanda Way', phone: '07700 900123', day, startTime: '10:00', sessionId: session.id },
  })
  const family = await makeFamily(app)
  const press = inCash(family, session, id)
  const { accountId, childIds } = family
  const preview = await desk.deskBookings.preview({
    ...{ accountId, childIds, offeringId: session.offeringId, sessionIds: [session.id], isTrial: false },
    ...{ pay: 'desk', walkInId: id },
  })
  expect(preview.dates).toMatchObject([{ sessionId: session.id, raiseTo: 2 }])
  expect(preview.price.totalPence).toBe(850)
  // Parents and an ordinary booking of the desk cannot book what has begun.
  expect(await refusal(family.api.orders.class.place(bookingRequest(family, session)))).toBe(sentences.past)
  expect(await refusal(desk.deskBookings.place({ ...press, walkInId: undefined, raises: [] }))).toBe(
    sentences.past,
  )
  expect(await refusal(desk.deskBookings.place({ ...press, pay: 'link' }))).toBe(deskSentences.begunByLink)
  const told = await Promise.all([1, 2, 3].map(() => refusal(desk.deskBookings.place(press))))
  expect(told.filter(each => each === undefined)).toHaveLength(1)
  expect((await desk.walkIns.list({})).map(one => one.id)).not.toContain(id)
  const register = await desk.registers.get({ sessionId: session.id })
  expect(register.walkIns).toEqual([])
  const row = register.rows.find(one => one.accountId === accountId)
  expect(register.marks).toContainEqual(expect.objectContaining({ bookingId: row?.bookingId, state: 'here' }))
  expect(await rowOf(app.db, 'walk_ins', { id })).toMatchObject({ name: 'Booked since', phone: '' })
  expect(await rowOf(app.db, 'sessions', { id: session.id })).toMatchObject({ capacity: 2, places_taken: 2 })
  expect(await refusal(desk.deskBookings.place(press))).toBe(deskSentences.walkInSettled)
  await app.runJobs()
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('a walk-in is one person on its own date, and is taken off the list for a reason', async () => {
  const session = await makeBegunDate()
  const id = await note(session, 'Otto Out')
  const family = await makeFamily(app, { children: 2 })
  const both = { ...inCash(family, session, id), expected: { totalPence: 1700, creditsUsed: 0 } }
  expect(await refusal(desk.deskBookings.place(both))).toBe(deskSentences.walkInAlone)
  const elsewhere = await makeSession(app, await makeOffering(app), { date: '2026-12-12' })
  const other = { ...inCash(family, elsewhere, id), childIds: family.childIds.slice(0, 1), raises: [] }
  expect(await refusal(desk.deskBookings.place(other))).toBe(deskSentences.walkInAlone)
  expect(await refusal(desk.walkIns.dismiss({ id, reason: ' ' }))).toBe(officeSentences.sayWhy)
  expect(await refusal(teacher.walkIns.dismiss({ id, reason: 'Only looked' }))).toBe(officeSentences.notYours)
  expect(await refusal(teacher.walkIns.list({}))).toBe(officeSentences.notYours)
  await desk.walkIns.dismiss({ id, reason: 'Only looked' })
  expect((await desk.walkIns.list({})).map(one => one.id)).not.toContain(id)
  expect((await desk.registers.get({ sessionId: session.id })).walkIns).toMatchObject([{ name: 'Otto Out' }])
  expect(await refusal(desk.walkIns.dismiss({ id, reason: 'Only looked' }))).toBe(deskSentences.walkInSettled)
  expect(await refusal(desk.walkIns.dismiss({ id: randomUUID(), reason: 'Nobody' }))).toBe(
    deskSentences.walkInSettled,
  )
  expect(await rowsOf(app.db, 'orders', { account_id: family.accountId })).toEqual([])
})
