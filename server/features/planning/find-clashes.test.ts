import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { asRead, classInput, makeRoom, tuesdays } from '#testing/make-class.ts'
import { makeOffering } from '#testing/make-offering.ts'
import { makeStaff } from '#testing/office-client.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
app.clock.set('2026-11-23T09:00:00Z')
const office = await app.office('owner')

async function makeInRoom() {
  const at = await makeOffering(app)
  const roomId = await makeRoom(app.db, at.venueId)
  const make = async (name: string, startTime: string, endTime: string, given: object = {}) =>
    office.planner.makeClass(
      await classInput(app, office, {
        ...{ at, name, slots: [{ ...tuesdays, startTime, endTime, roomId }], to: '2027-01-12' },
        ...given,
      }),
    )
  return { at, roomId, make }
}
const clashesOn = async (day: string, roomId: number) =>
  (await office.planner.week({ from: day, to: day, roomId })).map(({ title, clashes }) => [
    title,
    ...clashes.map(clash => clash.title),
  ])

test('dates moved together clash at their new times, not at their old ones', async () => {
  const { make } = await makeInRoom()
  const one = await make('One', '10:00', '10:45')
  const next = await make('Next', '10:45', '11:30')
  const preview = async (ids: number[]) =>
    office.planner.previewSessions({
      sessions: await asRead(app.db, ids),
      changes: { shiftMinutes: 30 },
    })
  expect(await preview(one.sessionIds)).toMatchObject({ saved: 2, clashing: 2 })
  expect(await preview([...one.sessionIds, ...next.sessionIds])).toMatchObject({ saved: 4, clashing: 0 })
})

test('sessions of several days clash once with each session on any of their days', async () => {
  const { at, roomId, make } = await makeInRoom()
  await make('Weekly', '10:00', '10:45')
  const days = { startTime: '09:30', endTime: '15:30' }
  const camp = (name: string, date: string, endDate: string) =>
    office.planner.addDates({
      id: at.id,
      ...{ dates: [{ date, endDate, ...days }], roomId, capacity: 10, teacherIds: [], reason: name },
    })
  await camp('Camp', '2027-01-03', '2027-01-06')
  expect(await clashesOn('2027-01-05', roomId)).toEqual([
    [at.name, 'Weekly'],
    ['Weekly', at.name],
  ])
  expect(await clashesOn('2027-01-03', roomId)).toEqual([[at.name, 'Weekly']])
  await camp('Another', '2027-01-05', '2027-01-07')
  expect(await clashesOn('2027-01-03', roomId)).toEqual([[at.name, at.name, 'Weekly']])
})

test('a session of several days leaves its evenings free, unless it runs overnight', async () => {
  const { at, roomId, make } = await makeInRoom()
  await make('Weekly', '18:00', '19:00')
  const add = (startTime: string, endTime: string, endDate: string) =>
    office.planner.addDates({
      id: at.id,
      ...{ dates: [{ date: '2027-01-04', endDate, startTime, endTime }], roomId },
      ...{ capacity: 10, teacherIds: [], reason: '' },
    })
  await add('09:30', '15:30', '2027-01-06')
  expect(await clashesOn('2027-01-05', roomId)).toEqual([[at.name], ['Weekly']])
  await add('16:00', '09:00', '2027-01-06')
  expect(await clashesOn('2027-01-05', roomId)).toContainEqual(['Weekly', at.name])
})

test('a hundred dates at one time report five clashes each; a teacher is reported beside the room', async () => {
  const { at, roomId, make } = await makeInRoom()
  const { staffId } = await makeStaff(app, { role: 'teacher', fullName: 'Una Vale' })
  const slots = [{ ...tuesdays, roomId, teacherIds: [staffId] }]
  await make('Taught', '10:00', '10:45', { slots })
  await make('Taught too', '10:30', '11:15', {
    slots: [{ ...slots[0], startTime: '10:30', endTime: '11:15' }],
  })
  const [first] = await office.planner.week({ from: '2027-01-05', to: '2027-01-05', roomId })
  expect(first?.clashes).toMatchObject([
    { with: 'room', name: 'Room 1', title: 'Taught too' },
    { with: 'teacher', name: 'Una Vale', title: 'Taught too' },
  ])
  await sql`insert into sessions (kind, offering_id, offering_type_id, name, start_date, end_date, start_time, end_time,
      capacity, price_pence, room_id)
    select kind, id, offering_type_id, 'Many ' || n, '2027-01-06', '2027-01-06', '10:00', '10:45', 10, 850, ${roomId}
    from offerings, generate_series(1, 100) n where id = ${at.id}`.execute(app.db)
  const many = await office.planner.week({ from: '2027-01-06', to: '2027-01-06', roomId })
  expect(many.map(({ clashes }) => clashes.length)).toEqual(Array(100).fill(5))
})
