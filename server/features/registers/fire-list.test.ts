import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { makeOfficeApi, type OfficeApi } from '#contract/office/client.ts'
import type { MarkState } from '#domain/office/marks.ts'
import { makeBooking } from '#testing/make-booking.ts'
import { makeChild } from '#testing/make-child.ts'
import { makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeStaff } from '#testing/office-client.ts'
import { refusal } from '#testing/refusal.ts'
import { writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
const day = '2026-11-24'
let desk: OfficeApi
beforeEach(async () => {
  app.clock.set('2026-11-24T10:20:00Z')
  desk = await app.office('frontDesk')
})

let venues = 0

/** Makes two classes of a new venue, at 10:00 and at 16:00, with the same three children. */
async function makeDay() {
  app.clock.set('2026-11-23T09:00:00Z')
  const offering = await makeOffering(app, { venue: `Hall ${++venues}` })
  const family = await makeFamily(app)
  const childIds = [
    await makeChild(app, family, { firstName: 'Ada' }),
    await makeChild(app, family, { firstName: 'Ben' }),
    await makeChild(app, family, { firstName: 'Cleo' }),
  ]
  const makeClass = async (startTime: string, endTime: string) => {
    const session = await makeSession(app, offering, { date: day, startTime, endTime })
    const places = []
    for (const childId of childIds)
      places.push((await makeBooking(app, session.id, { accountId: family.accountId, childId })).bookingId)
    return { sessionId: session.id, places: places as [number, number, number] }
  }
  const [morning, evening] = [await makeClass('10:00', '11:00'), await makeClass('16:00', '17:00')]
  app.clock.set('2026-11-24T10:20:00Z')
  const mark = (bookingId: number, state: MarkState, markedAt = app.clock.now().toISOString()) =>
    desk.registers.mark({
      marks: [
        { id: randomUUID(), sessionId: morning.sessionId, day, bookingId, state, collectedBy: '', markedAt },
      ],
    })
  return { venueId: offering.venueId as number, morning, evening, mark }
}

async function teacherOf(sessionId?: number) {
  const { staffId, token } = await makeStaff(app, { role: 'teacher' })
  if (sessionId) await writeRow(app.db, 'session_teachers', { session_id: sessionId, staff_id: staffId })
  return makeOfficeApi((path, body) => app.officeCall(path, body, { token }))
}

test('the fire list has everybody expected now, without those marked absent or gone', async () => {
  const { venueId, morning, mark } = await makeDay()
  const names = async () =>
    (await desk.registers.fire({ venueId })).sessions.map(({ id, isMarked, people }) => [
      id,
      isMarked,
      people.map(({ name, state }) => `${name.split(' ')[0]} ${state}`),
    ])
  expect(await names()).toEqual([[morning.sessionId, false, ['Ada none', 'Ben none', 'Cleo none']]])
  await mark(morning.places[0], 'here')
  expect(await names()).toEqual([[morning.sessionId, true, ['Ada here', 'Ben none', 'Cleo none']]])
  await mark(morning.places[1], 'absent')
  await mark(morning.places[2], 'late')
  app.clock.advance(1)
  await mark(morning.places[0], 'left')
  const walkIn = { id: randomUUID(), name: 'Wanda Way', phone: '07700 900123', isTrial: false }
  const markedAt = app.clock.now().toISOString()
  await desk.registers.mark({
    marks: [
      {
        id: randomUUID(),
        sessionId: morning.sessionId,
        day,
        walkIn,
        state: 'here',
        collectedBy: '',
        markedAt,
      },
    ],
  })
  expect(await names()).toEqual([[morning.sessionId, true, ['Cleo late', 'Wanda here']]])
  app.clock.set('2026-11-24T12:01:00Z')
  expect(await names()).toEqual([])
})

test('a teacher reads the fire list only where they teach today, with telephone numbers of their own dates', async () => {
  const { venueId, morning, evening } = await makeDay()
  const contactsFor = async (teacher: OfficeApi) =>
    (await teacher.registers.fire({ venueId })).sessions[0]?.people[0]?.contacts.length
  expect(await contactsFor(await teacherOf(morning.sessionId))).toBeGreaterThan(0)
  expect(await contactsFor(await teacherOf(evening.sessionId))).toBe(0)
  const stranger = await teacherOf()
  expect(await refusal(stranger.registers.fire({ venueId }))).toBe('You have no class at this venue today')
  expect(await refusal(desk.registers.fire({ venueId: 99_999_999 }))).toBe('This was not found')
})

test('a register without a mark counts as not taken 15 minutes after its start', async () => {
  const { venueId, morning, mark } = await makeDay()
  const isNotTaken = async () => {
    const day1 = await desk.registers.day({ date: day, venueId })
    const today = await desk.health.today({})
    const [listed, shown] = [day1.sessions, today.sessions].map(
      sessions => sessions?.find(({ id }) => id === morning.sessionId)?.isNotTaken,
    )
    expect(shown).toBe(listed)
    return listed
  }
  app.clock.set('2026-11-24T10:14:00Z')
  expect(await isNotTaken()).toBe(false)
  app.clock.set('2026-11-24T10:15:00Z')
  expect(await isNotTaken()).toBe(true)
  await mark(morning.places[0], 'absent')
  expect(await isNotTaken()).toBe(false)
})

test('a register that somebody began counts the places without a mark, and walk-ins apart', async () => {
  const { venueId, morning, mark } = await makeDay()
  const counts = async () => {
    const { sessions } = await desk.registers.day({ date: day, venueId })
    const today = await desk.health.today({})
    const [listed, shown] = [sessions, today.sessions].map(those => {
      const found = those?.find(({ id }) => id === morning.sessionId)
      return found && [found.here, found.unmarked, found.walkIns]
    })
    expect(shown).toEqual(listed)
    return listed
  }
  expect(await counts()).toEqual([0, 0, 0])
  const walkIn = { id: randomUUID(), name: 'Wanda Way', phone: '07700 900123', isTrial: false }
  const { sessionId } = morning
  const markedAt = app.clock.now().toISOString()
  await desk.registers.mark({
    marks: [{ id: randomUUID(), sessionId, day, walkIn, state: 'here', collectedBy: '', markedAt }],
  })
  expect(await counts()).toEqual([0, 3, 1])
  await mark(morning.places[0], 'here')
  await mark(morning.places[1], 'absent')
  expect(await counts()).toEqual([1, 1, 1])
  // A family that said “can’t come” needs no mark.
  const told = { booking_id: morning.places[2], session_id: sessionId, told_at: app.clock.now() }
  await writeRow(app.db, 'told_absences', told)
  expect(await counts()).toEqual([1, 0, 1])
  app.clock.advance(1)
  await mark(morning.places[0], 'none')
  expect(await counts()).toEqual([0, 1, 1])
})

test('tomorrow’s register is not shown as “not taken” today, even after its time of day', async () => {
  const session = await makeSession(app, await makeOffering(app), { date: '2026-11-25', capacity: 12 })
  await makeBooking(app, session.id, await makeFamily(app))
  app.clock.set('2026-11-24T20:00:00Z')
  const { thin } = await (await app.office('frontDesk')).health.today({})
  expect(thin?.find(({ id }) => id === session.id)).toMatchObject({ taken: 1, isNotTaken: false })
})

test('children marked absent are listed with whom to call; a teacher sees those of their own registers', async () => {
  const { venueId, morning, mark } = await makeDay()
  const missing = async (api: OfficeApi) =>
    (await api.registers.day({ date: day, venueId })).missing.map(({ name, contacts }) => [
      name,
      contacts[0]?.phone,
    ])
  expect(await missing(desk)).toEqual([])
  await mark(morning.places[1], 'absent')
  expect(await missing(desk)).toEqual([['Ben Shah', '07700 900002']])
  expect((await desk.health.today({})).missing).toBeGreaterThan(0)
  expect(await missing(await teacherOf(morning.sessionId))).toHaveLength(1)
  expect(await missing(await teacherOf())).toEqual([])
  app.clock.advance(1)
  await mark(morning.places[1], 'late')
  expect(await missing(desk)).toEqual([])
})

test('a class over midnight has one register, and stays in the lists until an hour after its end', async () => {
  app.clock.set('2026-11-23T09:00:00Z')
  const offering = await makeOffering(app, { venue: `Hall ${++venues}` })
  const night = { date: day, endDate: '2026-11-25', startTime: '23:40', endTime: '00:40' }
  const session = await makeSession(app, offering, night)
  const family = await makeFamily(app)
  const childId = await makeChild(app, family, { firstName: 'Ada' })
  const { bookingId } = await makeBooking(app, session.id, { accountId: family.accountId, childId })
  const venueId = offering.venueId as number
  // The desk signs in again each time, because its session would have expired.
  const at = async (moment: string) => {
    app.clock.set(moment)
    desk = await app.office('frontDesk')
  }
  const shown = async () => ({
    fire: (await desk.registers.fire({ venueId })).sessions.map(({ people }) => people.length),
    listed: (await desk.registers.day({ date: '2026-11-25', venueId })).sessions.map(({ here }) => here),
    today: (await desk.health.today({})).sessions?.filter(({ id }) => id === session.id).length,
  })
  await at('2026-11-24T22:39:00Z')
  expect(await shown()).toEqual({ fire: [], listed: [], today: 1 })
  await at('2026-11-25T00:10:00Z')
  expect(await shown()).toEqual({ fire: [1], listed: [0], today: 1 })
  const mark = (on: string, state: MarkState) => {
    const markedAt = app.clock.now().toISOString()
    const made = {
      id: randomUUID(),
      sessionId: session.id,
      day: on,
      bookingId,
      state,
      collectedBy: '',
      markedAt,
    }
    return desk.registers.mark({ marks: [made] })
  }
  expect(await desk.registers.get({ sessionId: session.id })).toMatchObject({ day, days: [day] })
  await mark(day, 'here')
  expect(await shown()).toMatchObject({ fire: [1], listed: [1] })
  app.clock.advance(1)
  await mark(day, 'left')
  expect(await shown()).toMatchObject({ fire: [0], listed: [1] })
  expect((await mark('2026-11-25', 'here')).answers).toMatchObject([{ outcome: 'flagged' }])
  await at('2026-11-25T01:41:00Z')
  expect(await shown()).toEqual({ fire: [], listed: [], today: 0 })
})

test('a class that begins soon after midnight is on the fire list an hour before', async () => {
  app.clock.set('2026-11-23T09:00:00Z')
  const offering = await makeOffering(app, { venue: `Hall ${++venues}` })
  const session = await makeSession(app, offering, {
    date: '2026-11-25',
    startTime: '00:10',
    endTime: '01:00',
  })
  await makeBooking(app, session.id, await makeFamily(app))
  const ids = async () =>
    (await desk.registers.fire({ venueId: offering.venueId as number })).sessions.map(({ id }) => id)
  app.clock.set('2026-11-24T23:09:00Z')
  desk = await app.office('frontDesk')
  expect(await ids()).toEqual([])
  app.clock.set('2026-11-24T23:10:00Z')
  desk = await app.office('frontDesk')
  expect(await ids()).toEqual([session.id])
})
