import { beforeEach, describe, expect, test } from 'vitest'
import type { contract } from '#contract/contract.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { everyOfferingKind, type OfferingKind } from '#domain/offering-kinds.ts'
import type { SharedAnswer } from '#server/request/shared-answer.ts'
import { type MadeAccount, makeAccount } from '#testing/make-account.ts'
import { type MadeSession, makeOffering, makeOfferingType, makeSession } from '#testing/make-offering.ts'
import { countQueries } from '#testing/record-database-work.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { readTimetable } from './read-timetable.ts'

const app = await startTestApp()

beforeEach(() => app.clock.set('2026-11-23T09:00:00Z')) // a Monday
const week = { startDate: '2026-11-30', endDate: '2026-12-06' }
type Timetable = (typeof contract.offerings)['class']['timetable']

const timetableOf = (kind: OfferingKind, query: Partial<CallInput<Timetable>> = {}, token?: string) =>
  app.apiOf({ token }).offerings[kind].timetable({ ...week, ...query })
const shown = (days: CallOutput<Timetable>) => days.flatMap(day => day.sessions.map(session => session.name))

async function emptyTimetables() {
  await app.db.deleteFrom('waiting_entries').execute()
  await changeRows(app.db, 'sessions', { status: 'scheduled' }, { status: 'withdrawn' })
}

/** Offers a place of a session to an account, until the evening. */
const offerPlace = ({ id, kind, offeringId }: MadeSession, { accountId }: MadeAccount) =>
  writeRow(app.db, 'waiting_entries', {
    kind,
    offering_id: offeringId,
    account_id: accountId,
    name: 'Priya Shah',
    status: 'offered',
    offered_session_id: id,
    offered_at: app.clock.now(),
    offer_expires_at: new Date('2026-11-23T21:00:00Z'),
    created_at: app.clock.now(),
  })

describe.each(everyOfferingKind)('the timetable of a %s', kind => {
  test('answers without signing in, and the same way with a stale token', async () => {
    await emptyTimetables()
    const session = await makeSession(app, await makeOffering(app, { kind }))
    expect(shown(await timetableOf(kind))).toEqual([session.name])
    expect(shown(await timetableOf(kind, {}, 'stale'))).toEqual([session.name])
  })

  test('refuses a range that ends before it begins, and one of 32 days', async () => {
    const backwards = timetableOf(kind, { startDate: '2026-12-06', endDate: '2026-11-30' })
    expect(await refusal(backwards)).toBe('The first day must not be after the last day')
    const long = timetableOf(kind, { startDate: '2026-12-01', endDate: '2027-01-01' })
    expect(await refusal(long)).toBe('Please choose at most 31 days at a time')
  })

  // Proves CLS-25.
  test('has every day of the range, sorted by time and then venue within a day', async () => {
    await emptyTimetables()
    const west = await makeOffering(app, { kind, venue: 'West Hall' })
    const east = await makeOffering(app, { kind, venue: 'East Hall' })
    await makeSession(app, west, { date: '2026-12-01', startTime: '10:00', name: 'west at ten' })
    await makeSession(app, east, { date: '2026-12-01', startTime: '10:00', name: 'east at ten' })
    await makeSession(app, west, { date: '2026-12-01', startTime: '09:00', name: 'west at nine' })
    await makeSession(app, east, { date: '2026-12-06', name: 'on the last day' })
    await makeSession(app, east, { date: '2026-12-07', name: 'after it' })
    await makeSession(app, east, { date: '2026-11-29', name: 'before it' })
    const days = await timetableOf(kind)
    expect(days.map(day => [day.date, day.weekday, day.sessions.map(session => session.name)])).toEqual([
      ['2026-11-30', 'Mon', []],
      ['2026-12-01', 'Tue', ['west at nine', 'east at ten', 'west at ten']],
      ['2026-12-02', 'Wed', []],
      ['2026-12-03', 'Thu', []],
      ['2026-12-04', 'Fri', []],
      ['2026-12-05', 'Sat', []],
      ['2026-12-06', 'Sun', ['on the last day']],
    ])
  })

  test('shows 31 days at most, and across the end of a year', async () => {
    await emptyTimetables()
    const offering = await makeOffering(app, { kind })
    await makeSession(app, offering, { date: '2026-12-31', name: 'old year' })
    await makeSession(app, offering, { date: '2027-01-01', name: 'new year' })
    const days = await timetableOf(kind, { startDate: '2026-12-12', endDate: '2027-01-11' })
    expect(days).toHaveLength(31)
    const [eve, day] = days.filter(({ sessions }) => sessions.length > 0)
    expect(eve).toMatchObject({
      date: '2026-12-31',
      weekday: 'Thu',
      sessions: [{ name: 'old year', dayId: 9861 }],
    })
    expect(day).toMatchObject({
      date: '2027-01-01',
      weekday: 'Fri',
      sessions: [{ name: 'new year', dayId: 9862 }],
    })
  })

  // Proves CLS-11 to CLS-15, CONST-06.
  test('filters by type, venue, age, half-open time of day and one day', async () => {
    await emptyTimetables()
    const band = await makeOffering(app, { kind, venue: 'North Hall', ageGroup: 'Babies' })
    const gym = await makeOffering(app, { kind, venue: 'South Hall', ageGroup: 'Toddlers' })
    await makeSession(app, band, {
      date: '2026-12-01',
      startTime: '11:30',
      endTime: '12:30',
      name: 'late morning',
    })
    await makeSession(app, gym, { date: '2026-12-02', startTime: '12:00', endTime: '12:45', name: 'noon' })
    await makeSession(app, gym, { date: '2026-12-02', startTime: '23:00', endTime: '23:30', name: 'late' })
    expect(shown(await timetableOf(kind, { typeId: band.typeId }))).toEqual(['late morning'])
    expect(shown(await timetableOf(kind, { venueId: gym.venueId }))).toEqual(['noon', 'late'])
    expect(shown(await timetableOf(kind, { ageGroupId: band.ageGroupId }))).toEqual(['late morning'])
    expect(shown(await timetableOf(kind, { startTime: '00:00', endTime: '12:00' }))).toEqual(['late morning'])
    expect(shown(await timetableOf(kind, { startTime: '12:00', endTime: '24:00' }))).toEqual(['noon', 'late'])
    expect(shown(await timetableOf(kind, { typeId: band.typeId, venueId: gym.venueId }))).toEqual([])
    const oneDay = await timetableOf(kind, { date: '2026-12-01' })
    expect(oneDay).toHaveLength(7)
    expect(shown(oneDay)).toEqual(['late morning'])
    expect(shown(await timetableOf(kind, { date: '2026-12-25' }))).toEqual([])
  })

  test('hides what is withdrawn or inactive', async () => {
    await emptyTimetables()
    const hiddenType = await makeOfferingType(app, { kind, isActive: false })
    await makeSession(app, await makeOffering(app, { kind, typeName: hiddenType.name }))
    await makeSession(app, await makeOffering(app, { kind, isActive: false }))
    await makeSession(app, await makeOffering(app, { kind }), { status: 'withdrawn' })
    expect(shown(await timetableOf(kind))).toEqual([])
  })

  test('a session can be booked until the minute it starts, even if full', async () => {
    await emptyTimetables()
    const offering = await makeOffering(app, { kind })
    await makeSession(app, offering, { date: '2026-11-23', startTime: '08:59', name: 'begun' })
    await makeSession(app, offering, { date: '2026-11-23', startTime: '09:00', name: 'beginning' })
    await makeSession(app, offering, {
      date: '2026-11-23',
      startTime: '09:01',
      name: 'coming',
      capacity: 2,
      placesTaken: 2,
    })
    const days = await timetableOf(kind, { startDate: '2026-11-23', endDate: '2026-11-23' })
    expect(
      days[0]?.sessions.map(({ name, isBookable, placesLeft }) => [name, isBookable, placesLeft]),
    ).toEqual([
      ['begun', false, 10],
      ['beginning', false, 10],
      ['coming', true, 0],
    ])
  })

  test('a camp of several days is shown on its first day', async () => {
    await emptyTimetables()
    await makeSession(app, await makeOffering(app, { kind }), {
      date: '2026-12-01',
      endDate: '2026-12-04',
      name: 'camp',
    })
    const days = await timetableOf(kind)
    expect(days.filter(day => day.sessions.length > 0)).toMatchObject([
      {
        date: '2026-12-01',
        sessions: [{ startDate: '2026-12-01', endDate: '2026-12-04', date: '2026-12-01' }],
      },
    ])
    expect(shown(await timetableOf(kind, { startDate: '2026-12-02' }))).toEqual([])
  })

  test('an offered place is shown as free to its account only, while the offer is open', async () => {
    await emptyTimetables()
    const offering = await makeOffering(app, { kind })
    const full = await makeSession(app, offering, { capacity: 3, placesTaken: 2, placesOffered: 1 })
    const [invited, other] = [await makeAccount(app), await makeAccount(app)]
    const placesFor = async (token?: string) =>
      (await timetableOf(kind, {}, token))[0]?.sessions[0]?.placesLeft
    await offerPlace(full, invited)
    expect(await Promise.all([placesFor(invited.token), placesFor(other.token), placesFor()])).toEqual([
      1, 0, 0,
    ])
    await changeRows(app.db, 'waiting_entries', {}, { offer_expires_at: app.clock.now() })
    expect(await placesFor(invited.token)).toBe(0)
  })

  test('shows sessions of its own kind only', async () => {
    await emptyTimetables()
    await makeSession(app, await makeOffering(app, { kind }))
    for (const other of everyOfferingKind.filter(candidate => candidate !== kind)) {
      expect(shown(await timetableOf(other))).toEqual([])
    }
  })

  test('makes one database query, however many sessions there are', async () => {
    await emptyTimetables()
    const offering = await makeOffering(app, { kind })
    for (let place = 0; place < 20; place++) await makeSession(app, offering)
    const { token } = await makeAccount(app)
    expect(await countQueries(app, () => timetableOf(kind))).toBe(1)
    // The others recognise the token, and read the family's bookings.
    expect(await countQueries(app, () => timetableOf(kind, {}, token))).toBe(3)
  })
})

test('a cached session is shown with its current values', async () => {
  await emptyTimetables()
  const written = {
    name: 'Bath, “loud” \\ "soft" (0–3)\nand\ttea',
    venue: 'St. Mary\\Redcliffe, "Undercroft"',
  }
  const offering = await makeOffering(app, { venue: written.venue, typeName: 'Songs, "rhymes"' })
  const { id } = await makeSession(app, offering, { name: written.name, capacity: 4 })
  const seen = async () => (await timetableOf('class'))[0]?.sessions[0]
  const asWritten = { ...written, typeName: 'Songs, "rhymes"', startTime: '10:00', credits: 1 }
  expect(await seen()).toMatchObject({ ...asWritten, placesLeft: 4, capacity: 4, isBookable: true })
  expect(await seen()).toMatchObject({ ...asWritten, placesLeft: 4, capacity: 4, isBookable: true })
  for (const [change, told] of [
    [{ places_taken: 3 }, { placesLeft: 1 }],
    [{ places_taken: 0 }, { placesLeft: 4 }],
    [
      { price_pence: 1999, offers_trial: false },
      { pricePence: 1999, offersTrial: false },
    ],
    [{ name: '' }, { name: '' }],
  ] as const) {
    await changeRows(app.db, 'sessions', { id }, change)
    expect(await seen()).toMatchObject(told)
  }
  await changeRows(app.db, 'venues', { id: offering.venueId }, { name: 'Elsewhere' })
  expect(await seen()).toMatchObject({ venue: 'Elsewhere' })
  await changeRows(app.db, 'offering_types', { id: offering.typeId }, { name: 'Songs' })
  await changeRows(app.db, 'age_groups', { id: offering.ageGroupId }, { name: 'Any age' })
  expect(await seen()).toMatchObject({ typeName: 'Songs', ages: 'Any age' })
  app.clock.set('2026-12-01T09:00:00Z')
  expect(await seen()).toMatchObject({ isBookable: false })
})

const ask = async (query: Partial<CallInput<Timetable>> = {}) =>
  (await readTimetable(app.services.db, {
    kind: 'class',
    query: { ...week, ...query } as CallInput<Timetable>,
    now: app.clock.now(),
    accountId: undefined,
  })) as SharedAnswer<CallOutput<Timetable>>

test('an unchanged week is serialised and compressed once; a changed one is built again', async () => {
  await emptyTimetables()
  const offering = await makeOffering(app)
  const early = await makeSession(app, offering, { name: 'early', startTime: '10:00', endTime: '11:00' })
  const late = await makeSession(app, offering, { name: 'late', startTime: '12:00', endTime: '13:00' })
  const first = await ask()
  expect(await ask()).toBe(first)
  const change = (session: MadeSession, changes: Parameters<typeof changeRows<'sessions'>>[3]) =>
    changeRows(app.db, 'sessions', { id: session.id }, changes)
  for (const [step, names] of [
    [() => change(early, { start_time: '14:00', end_time: '15:00' }), ['late', 'early']],
    [() => change(late, { status: 'withdrawn' }), ['early']],
    [() => change(late, { status: 'scheduled' }), ['late', 'early']],
    [() => changeRows(app.db, 'offerings', { id: offering.id }, { is_active: false }), []],
  ] as const) {
    const before = await ask()
    await step()
    const after = await ask()
    expect(after).not.toBe(before)
    expect(shown(after.value)).toEqual(names)
    expect(await ask()).toBe(after)
  }
  // Answers that nobody has asked for lately are dropped.
  const last = await ask()
  for (let venueId = 1; venueId <= 20; venueId++) await ask({ venueId })
  expect(await ask()).not.toBe(last)
})

test('parents and visitors share one read of a week, but not an offered place', async () => {
  await emptyTimetables()
  const offering = await makeOffering(app)
  const session = await makeSession(app, offering, { capacity: 3, placesTaken: 1, placesOffered: 1 })
  const [invited, other] = [await makeAccount(app), await makeAccount(app)]
  await offerPlace(session, invited)
  const askers = Array.from({ length: 10 }, () => [invited.token, other.token, undefined]).flat()
  const placesSeen = async () => {
    const answers = await Promise.all(askers.map(token => timetableOf('class', {}, token)))
    return answers.map(([day]) => day?.sessions[0]?.placesLeft)
  }
  // Asked one by one there would be 50 statements: 20 tokens and 30 timetables.
  const statements = await countQueries(app, async () =>
    expect(await placesSeen()).toEqual(askers.map(token => (token === invited.token ? 2 : 1))),
  )
  expect(statements).toBeLessThan(25)
  await changeRows(app.db, 'sessions', { id: session.id }, { places_taken: 2 })
  expect(await placesSeen()).toEqual(askers.map(token => (token === invited.token ? 1 : 0)))
})

test('simultaneous requests for other days, filters or kinds get their own answers', async () => {
  await emptyTimetables()
  const [one, two] = [await makeOffering(app), await makeOffering(app)]
  const event = await makeOffering(app, { kind: 'event' })
  await makeSession(app, one, { date: '2026-12-01', name: 'one' })
  await makeSession(app, two, { date: '2026-12-02', name: 'two' })
  await makeSession(app, event, { date: '2026-12-01', name: 'camp' })
  const answers = await Promise.all([
    timetableOf('class'),
    timetableOf('class', { endDate: '2026-12-01' }),
    timetableOf('class', { typeId: two.typeId }),
    timetableOf('event'),
    timetableOf('class'),
  ])
  expect(answers.map(shown)).toEqual([['one', 'two'], ['one'], ['two'], ['camp'], ['one', 'two']])
})

test('concurrent weeks and filters are read in one statement, a month in its own', async () => {
  await emptyTimetables()
  const [one, two] = [await makeOffering(app), await makeOffering(app)]
  await makeSession(app, one, { date: '2026-12-01', name: 'one' })
  await makeSession(app, two, { date: '2026-12-02', name: 'two' })
  await makeSession(app, one, { date: '2026-12-08', name: 'in a week' })
  await makeSession(app, one, { date: '2026-12-20', name: 'in three weeks' })
  const next = { startDate: '2026-12-07', endDate: '2026-12-13' }
  const seen = async (...queries: Partial<CallInput<Timetable>>[]) => {
    const answers = await Promise.all(queries.map(ask))
    return answers.map(({ value }) => shown(value))
  }
  const weeks = async () =>
    expect(await seen({}, { typeId: two.typeId }, next)).toEqual([['one', 'two'], ['two'], ['in a week']])
  expect(await countQueries(app, weeks)).toBe(1)
  const month = { startDate: '2026-12-01', endDate: '2026-12-31' }
  const all = ['one', 'two', 'in a week', 'in three weeks']
  const beside = async () =>
    expect(await seen(next, month, next)).toEqual([['in a week'], all, ['in a week']])
  expect(await countQueries(app, beside)).toBe(2)
  const months = async () => expect(await seen(month, month, month)).toEqual([all, all, all])
  expect(await countQueries(app, months)).toBe(1)
  const last = { startDate: '2026-12-14', endDate: '2026-12-20' }
  const [ofWeek, ofNext, ofLast] = [['one', 'two'], ['in a week'], ['in three weeks']]
  const mixed = async () =>
    expect(await seen(next, last, {}, last, next, {})).toEqual([
      ...[ofNext, ofLast, ofWeek],
      ...[ofLast, ofNext, ofWeek],
    ])
  expect(await countQueries(app, mixed)).toBe(2)
  const ofTypes = async () =>
    expect(
      await seen({ ...month, typeId: one.typeId }, { ...month, typeId: two.typeId, venueId: two.venueId }),
    ).toEqual([all.filter(name => name !== 'two'), ['two']])
  expect(await countQueries(app, ofTypes)).toBe(2)
})

describe('the clocks change', () => {
  test('a class at ten in the morning stays at ten in London when the clocks change', async () => {
    await emptyTimetables()
    const offering = await makeOffering(app)
    await makeSession(app, offering, { date: '2027-03-27', name: 'in winter' })
    await makeSession(app, offering, { date: '2027-03-28', name: 'in summer' })
    const read = async () => {
      const days = await timetableOf('class', { startDate: '2027-03-27', endDate: '2027-03-28' })
      return days.map(({ sessions: [session] }) => [session?.startTime, session?.isBookable])
    }
    app.clock.set('2027-03-27T09:59:00Z')
    expect(await read()).toEqual([
      ['10:00', true],
      ['10:00', true],
    ])
    app.clock.set('2027-03-28T08:59:00Z')
    expect(await read()).toEqual([
      ['10:00', false],
      ['10:00', true],
    ])
    app.clock.set('2027-03-28T09:00:00Z')
    expect(await read()).toEqual([
      ['10:00', false],
      ['10:00', false],
    ])
  })
})
