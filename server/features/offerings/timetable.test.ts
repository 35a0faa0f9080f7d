import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { everyOfferingKind, type OfferingKind } from '#domain/offering-kinds.ts'
import { countQueries } from '#testing/count-queries.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeOffering, makeOfferingType, makeSession } from '#testing/make-offering.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

beforeEach(() => app.clock.set('2026-11-23T09:00:00Z')) // a Monday
const week = { startDate: '2026-11-30', endDate: '2026-12-06' }
type Timetable = (typeof contract.offerings)['class']['timetable']

const timetableOf = (kind: OfferingKind, query: Partial<CallInput<Timetable>> = {}, token?: string) =>
  app.apiOf({ token }).offerings[kind].timetable({ ...week, ...query })
const shown = (days: CallOutput<Timetable>) => days.flatMap(day => day.sessions.map(session => session.name))

async function emptyTimetables() {
  await app.db.deleteFrom('waiting_entries').execute()
  await app.db.deleteFrom('sessions').execute()
}

describe.each(everyOfferingKind)('the timetable of a %s', kind => {
  test('answers without signing in, and the same with a stale token', async () => {
    await emptyTimetables()
    const session = await makeSession(app, await makeOffering(app, { kind }))
    expect(shown(await timetableOf(kind))).toEqual([session.name])
    expect(shown(await timetableOf(kind, {}, 'stale'))).toEqual([session.name])
  })

  test.each([
    [
      'start after end',
      { start_date: '2026-12-06', end_date: '2026-11-30' },
      'The first day must not be after the last day',
    ],
    [
      '32 days',
      { start_date: '2026-12-01', end_date: '2027-01-01' },
      'Please choose at most 31 days at a time',
    ],
    ['no first day', { start_date: undefined }, 'The value of start_date is not valid'],
    [
      'a day that does not exist',
      { start_date: '2026-02-30', end_date: '2026-03-01' },
      'The value of start_date is not valid',
    ],
    [
      'a year that does not exist',
      { start_date: '0000-01-01', end_date: '0000-01-02' },
      'The value of start_date is not valid',
    ],
    [
      'a number for a day',
      { start_date: 20261130, end_date: '2026-12-06' },
      'The value of start_date is not valid',
    ],
    ['a list for a type', { course_type_id: [1, 2] }, 'The value of course_type_id is not valid'],
    ['an object for a venue', { course_shop_id: { id: 1 } }, 'The value of course_shop_id is not valid'],
    [
      'a number beyond 2^53 for an age',
      { course_age_id: '9007199254740993' },
      'The value of course_age_id is not valid',
    ],
    ['a truth for an age', { course_age_id: true }, 'The value of course_age_id is not valid'],
    ['NUL in a time', { start_time: '10:00:0\u0000' }, 'The value of start_time is not valid'],
    ['25 o’clock', { end_time: '25:00:00' }, 'The value of end_time is not valid'],
    ['another day’s spelling', { date: '30/11/2026' }, 'The value of date is not valid'],
  ])('refuses %s with a sentence', async (_, given, msg) => {
    const answer = await app.call(contract.offerings[kind].timetable.path, {
      start_date: '2026-11-30',
      end_date: '2026-12-06',
      ...given,
    })
    expect(answer).toEqual({ status: 200, code: 0, msg, data: null })
  })

  test.each([[[]], ['text'], [7]])('refuses %j for a body', async body => {
    const answer = await app.call(contract.offerings[kind].timetable.path, body)
    expect(answer).toMatchObject({ status: 200, code: 0, data: null })
    expect(answer.msg).toMatch(/^The (request|value of)/)
  })

  test('shows every field of a session in its wire form', async () => {
    await emptyTimetables()
    const offering = await makeOffering(app, {
      kind,
      typeName: `Kitchen Band ${kind}`,
      venue: 'Harbour Loft',
      ageGroup: '1 to 5 years',
      colour: '#8b5fd0',
      classroom: 'Blue room',
      termDates: 'Autumn term',
      isPackOnly: true,
    })
    const session = await makeSession(app, offering, {
      date: '2026-12-02',
      startTime: '09:30',
      endTime: '10:15',
      name: 'Shake it',
      capacity: 12,
      placesTaken: 3,
      placesOffered: 1,
      pricePence: 905,
      credits: 2,
      offersTrial: true,
      trialPricePence: 400,
    })
    const answer = await app.call<{ course_list: unknown[] }[]>(contract.offerings[kind].timetable.path, {
      start_date: '2026-12-02',
      end_date: '2026-12-02',
    })
    expect(answer.data).toEqual([
      {
        date: '2026-12-02',
        week: 'Wed',
        course_list: [
          {
            id: session.id,
            course_id: offering.id,
            date_id: 9832,
            date: '2026-12-02',
            week: 'Wed',
            start_time: '09:30:00',
            end_time: '10:15:00',
            start_date: '2026-12-02',
            end_date: '2026-12-02',
            name: 'Shake it',
            course_type_id: offering.typeId,
            course_type_name: `Kitchen Band ${kind}`,
            course_shop_id: offering.venueId,
            course_shop_name: 'Harbour Loft',
            course_age_id: offering.ageGroupId,
            course_age_name: '1 to 5 years',
            color: '#8b5fd0',
            can_num: 8,
            num: 12,
            class: 'Blue room',
            academic_system: 'Autumn term',
            is_try: 1,
            is_combo: 1,
            combo_num: 2,
            price: '9.05',
            try_price: '4.00',
            is_expired: true,
          },
        ],
      },
    ])
  })

  test('has every day of the range, by time and then venue within a day', async () => {
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

  test('an empty filter means any', async () => {
    await emptyTimetables()
    const session = await makeSession(app, await makeOffering(app, { kind }))
    const answer = await app.call(contract.offerings[kind].timetable.path, {
      start_date: session.date,
      end_date: session.date,
      start_time: '',
      end_time: null,
      course_age_id: '',
      course_type_id: '',
      course_shop_id: null,
      date: '',
    })
    expect(answer.data).toMatchObject([{ course_list: [{ id: session.id }] }])
  })

  test('hides what was withdrawn or is inactive', async () => {
    await emptyTimetables()
    const hiddenType = await makeOfferingType(app, { kind, isActive: false })
    await makeSession(app, await makeOffering(app, { kind, typeName: hiddenType.name }))
    await makeSession(app, await makeOffering(app, { kind, isActive: false }))
    await makeSession(app, await makeOffering(app, { kind }), { status: 'withdrawn' })
    expect(shown(await timetableOf(kind))).toEqual([])
  })

  test('a session can be booked until the minute it starts, full or not', async () => {
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

  test('the place offered to an account counts for that account alone, and only while the offer stands', async () => {
    await emptyTimetables()
    const offering = await makeOffering(app, { kind })
    const full = await makeSession(app, offering, { capacity: 3, placesTaken: 2, placesOffered: 1 })
    const [invited, other] = [await makeAccount(app), await makeAccount(app)]
    const offered = {
      kind,
      offering_id: offering.id,
      account_id: invited.accountId,
      name: 'Priya Shah',
      status: 'offered' as const,
      offered_session_id: full.id,
      offered_at: app.clock.now(),
      created_at: app.clock.now(),
    }
    const placesFor = async (token?: string) =>
      (await timetableOf(kind, {}, token))[0]?.sessions[0]?.placesLeft
    await app.db
      .insertInto('waiting_entries')
      .values({ ...offered, offer_expires_at: new Date('2026-11-23T21:00:00Z') })
      .execute()
    expect(await Promise.all([placesFor(invited.token), placesFor(other.token), placesFor()])).toEqual([
      1, 0, 0,
    ])
    await app.db.updateTable('waiting_entries').set({ offer_expires_at: app.clock.now() }).execute()
    expect(await placesFor(invited.token)).toBe(0)
  })

  test('shows nothing of the other kinds', async () => {
    await emptyTimetables()
    await makeSession(app, await makeOffering(app, { kind }))
    for (const other of everyOfferingKind.filter(candidate => candidate !== kind)) {
      expect(shown(await timetableOf(other))).toEqual([])
    }
  })

  test('asks the database once, however many sessions there are', async () => {
    await emptyTimetables()
    const offering = await makeOffering(app, { kind })
    for (let place = 0; place < 20; place++) await makeSession(app, offering)
    const { token } = await makeAccount(app)
    expect(await countQueries(app, () => timetableOf(kind))).toBe(1)
    // The other one recognises the token.
    expect(await countQueries(app, () => timetableOf(kind, {}, token))).toBe(2)
  })
})

test('parents and visitors who ask for the same week together share the reading, not the place offered to one', async () => {
  await emptyTimetables()
  const offering = await makeOffering(app)
  const session = await makeSession(app, offering, { capacity: 3, placesTaken: 1, placesOffered: 1 })
  const [invited, other] = [await makeAccount(app), await makeAccount(app)]
  await app.db
    .insertInto('waiting_entries')
    .values({
      kind: 'class',
      offering_id: offering.id,
      account_id: invited.accountId,
      name: 'Priya Shah',
      status: 'offered',
      offered_session_id: session.id,
      offered_at: app.clock.now(),
      offer_expires_at: new Date('2026-11-23T21:00:00Z'),
      created_at: app.clock.now(),
    })
    .execute()
  const askers = Array.from({ length: 10 }, () => [invited.token, other.token, undefined]).flat()
  const placesSeen = async () => {
    const answers = await Promise.all(askers.map(token => timetableOf('class', {}, token)))
    return answers.map(([day]) => day?.sessions[0]?.placesLeft)
  }
  // Asked one by one it would be 50 statements: 20 tokens and 30 timetables.
  const statements = await countQueries(app, async () =>
    expect(await placesSeen()).toEqual(askers.map(token => (token === invited.token ? 2 : 1))),
  )
  expect(statements).toBeLessThan(25)
  await app.db.updateTable('sessions').set({ places_taken: 2 }).where('id', '=', session.id).execute()
  expect(await placesSeen()).toEqual(askers.map(token => (token === invited.token ? 1 : 0)))
})

test('those who ask for other days, filters or kinds at the same time are told apart', async () => {
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

describe('the clocks change', () => {
  test('ten in the morning stays ten in the morning, and starts when London says so', async () => {
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
