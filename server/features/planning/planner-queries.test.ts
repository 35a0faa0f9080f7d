import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { maxSessionsShown } from '#contract/office/planner.ts'
import { inClosure, plannerSentences } from '#domain/office/planner-sentences.ts'
import { dateChanges } from '#testing/date-changes.ts'
import { asRead, classInput, makeRoom, tuesdays } from '#testing/make-class.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeStaff } from '#testing/office-client.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowsOf, writeRow } from '#testing/rows.ts'
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

const { change, leftOf } = dateChanges(app, () => office)

test('a teacher sees only what they teach', async () => {
  const { token, staffId } = await makeStaff(app, { role: 'teacher' })
  const own = await office.planner.makeClass(
    await classInput(app, office, { slots: [{ ...tuesdays, teacherIds: [staffId] }] }),
  )
  const foreign = await office.planner.makeClass(await classInput(app, office))
  const day = { from: '2027-01-05', to: '2027-01-05' }
  const seen = await app.officeCall<{ offeringId: number }[]>('Office/Planner/week', day, { token })
  expect(seen.data.map(({ offeringId }) => offeringId)).toEqual([own.offeringId])
  const classOf = (id: number) => app.officeCall('Office/Planner/class', { id }, { token })
  expect(await classOf(own.offeringId)).toMatchObject({ code: 1 })
  expect(await classOf(foreign.offeringId)).toMatchObject({ code: 0, msg: plannerSentences.notFound })
  const dateOf = (id: number | undefined) => app.officeCall('Office/Planner/session', { id }, { token })
  expect(await dateOf(own.sessionIds[0])).toMatchObject({ code: 1, data: { id: own.sessionIds[0] } })
  expect(await dateOf(foreign.sessionIds[0])).toMatchObject({ code: 0, msg: plannerSentences.notFound })
  expect(await office.planner.session({ id: foreign.sessionIds[0] as number })).toMatchObject({
    offeringId: foreign.offeringId,
  })
})

test('a cancelled date frees its time, and times never end before they begin', async () => {
  const at = await makeOffering(app)
  const given = { date: '2026-12-10', name: 'Ballet' }
  const session = await makeSession(app, at, given)
  await expect(makeSession(app, at, given)).rejects.toMatchObject({ constraint: 'sessions_once' })
  await changeRows(
    app.db,
    'sessions',
    { id: session.id },
    { status: 'cancelled', cancelled_at: app.clock.now() },
  )
  await makeSession(app, at, given)
  await expect(
    changeRows(app.db, 'sessions', { id: session.id }, { status: 'scheduled', cancelled_at: null }),
  ).rejects.toMatchObject({ constraint: 'sessions_forward_only' })
  await expect(app.db.deleteFrom('sessions').where('id', '=', session.id).execute()).rejects.toMatchObject({
    constraint: 'sessions_forward_only',
  })
  expect(await leftOf([session.id], { capacity: 20 })).toEqual([plannerSentences.isCancelled])
})

test("a date's history shows its own changes, bulk ones too, and nothing about other dates", async () => {
  const requested = await classInput(app, office, { termId })
  const { sessionIds } = await office.planner.makeClass(requested)
  const [first, second, third] = sessionIds as [number, number, number]
  const bo = await app.office('manager')
  const { staffId } = await makeStaff(app, { role: 'teacher', fullName: 'Stan Dinn' })
  const one = await asRead(app.db, [first])
  await bo.planner.saveSessions({ sessions: one, changes: { addTeachers: [staffId] }, tell: false })
  await change([first, second], { pricePence: 900 })
  const historyOf = async (id: number) =>
    (await bo.planner.history({ id })).items.map(({ action, fields }) => [action, ...fields].join(' '))
  expect(await historyOf(first)).toEqual([
    'session.save pricePence',
    'session.save addTeachers',
    'class.make',
  ])
  expect(await historyOf(second)).toEqual(['session.save pricePence', 'class.make'])
  expect(await historyOf(third)).toEqual(['class.make'])
  const { items, next, total } = await office.planner.history({ id: first, limit: 2 })
  expect([items.map(entry => entry.by), total]).toEqual([['Ann Perry', 'Ann Perry'], 3])
  const older = await office.planner.history({ id: first, limit: 2, after: String(next) })
  expect(older).toMatchObject({ items: [{ action: 'class.make', by: 'Ann Perry' }], next: null, total: 3 })
  expect(await refusal((await app.office('frontDesk')).planner.history({ id: first }))).toMatch(/role/)
})

test('the history leaves out refused changes and those that did not affect the date', async () => {
  const requested = await classInput(app, office, { termId, to: '2027-01-19' })
  const { sessionIds } = await office.planner.makeClass(requested)
  const [id, other] = sessionIds as [number, number]
  const actionsOf = async (one: number) =>
    (await office.planner.history({ id: one })).items.map(({ action }) => action)
  const logged = () => rowsOf(app.db, 'staff_actions', {})
  const before = await logged()
  expect(await leftOf([id], { date: '2027-02-16' })).toEqual([inClosure('Half-term')])
  expect(await leftOf([id], { capacity: 5 }, { version: 7 })).toEqual([
    expect.stringMatching(/changed this at/),
  ])
  await office.planner.callOff({ sessions: await asRead(app.db, [id]) })
  await office.planner.hide({ sessions: await asRead(app.db, [id]), isHidden: true })
  expect(await actionsOf(id)).toEqual(['class.make'])
  expect(await logged()).toHaveLength(before.length)
  await office.planner.publish({ sessions: await asRead(app.db, [id]), at: null })
  await office.planner.publish({ sessions: await asRead(app.db, [id, other]), at: null })
  expect(await actionsOf(id)).toEqual(['session.publish', 'class.make'])
  expect(await actionsOf(other)).toEqual(['session.publish', 'class.make'])
})

test('a list that is too long is counted by month, and the file has every date', async () => {
  const at = await makeOffering(app)
  await sql`insert into sessions (kind, offering_id, offering_type_id, name, start_date, end_date, start_time, end_time,
      capacity, price_pence)
    select 'class', ${at.id}, ${at.typeId}, 'Many ' || n, date '2028-06-01' + n % 300, date '2028-06-01' + n % 300,
      '10:00', '10:45', 12, 850
    from generate_series(1, ${maxSessionsShown + 1}::integer) n`.execute(app.db)
  const days = { from: '2028-06-01', to: '2029-05-31' }
  expect(await office.planner.week(days)).toHaveLength(maxSessionsShown)
  const counted = (await office.planner.month(days)).reduce((sum, { sessions }) => sum + sessions, 0)
  expect(counted).toBe(maxSessionsShown + 1)
  const { text } = await office.planner.export(days)
  expect(text.trim().split('\n')).toHaveLength(maxSessionsShown + 2)
})

test('filters apply to the list, and the month counts the filtered dates', async () => {
  const at = await makeOffering(app)
  const roomId = await makeRoom(app.db, at.venueId)
  const slots = [{ ...tuesdays, weekday: 7, roomId }]
  await office.planner.makeClass(await classInput(app, office, { at, slots }))
  await writeRow(app.db, 'sessions', {
    kind: 'class',
    offering_id: at.id,
    offering_type_id: at.typeId,
    name: 'Full',
    start_date: '2027-01-10',
    end_date: '2027-01-10',
    start_time: '10:15',
    end_time: '11:00',
    capacity: 1,
    places_taken: 1,
    price_pence: 0,
    room_id: roomId,
  })
  const day = { from: '2027-01-10', to: '2027-01-10' }
  const count = async (filters: object) => (await office.planner.week({ ...day, ...filters })).length
  expect(await count({})).toBe(2)
  for (const [filters, found] of [
    [{ venueId: at.venueId }, 2],
    [{ roomId }, 2],
    [{ typeId: at.typeId }, 2],
    [{ ageGroupId: at.ageGroupId }, 2],
    [{ kind: 'event' }, 0],
    [{ state: 'draft' }, 1],
    [{ termId }, 0],
    [{ teacherId: 1 }, 0],
    [{ weekday: 7 }, 2],
    [{ weekday: 1 }, 0],
    [{ weekday: 7, hour: 10 }, 2],
    [{ hour: 9 }, 0],
    [{ clashesOnly: true }, 2],
    [{ underThird: true }, 1],
  ] as const)
    expect([filters, await count(filters)]).toEqual([filters, found])
  expect(await office.planner.month(day)).toEqual([
    { date: '2027-01-10', sessions: 2, drafts: 1, full: 1, taken: 1, capacity: 13, names: [] },
  ])
  const [named] = await office.planner.month({ ...day, withNames: true })
  expect(named?.names.length).toBeGreaterThan(0)
  expect(new Set(named?.names).size).toBe(named?.names.length)
  const clashing = { from: '2027-01-04', to: '2027-01-17', venueId: at.venueId, clashesOnly: true }
  expect(await office.planner.month(clashing)).toMatchObject([{ date: '2027-01-10', sessions: 2 }])
  const { venues, colours } = await office.planner.choices({})
  expect(venues.find(({ id }) => id === at.venueId)?.rooms).toEqual([
    { id: roomId, name: 'Room 1', capacity: 14, isShared: false },
  ])
  const [{ colour, classes } = { colour: '', classes: 0 }] = colours
  await changeRows(app.db, 'offerings', { colour }, { is_active: false })
  expect((await office.planner.choices({})).colours.find(one => one.colour === colour)).toBeUndefined()
  expect(classes).toBeGreaterThan(0)
})
