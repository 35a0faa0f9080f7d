import { expect, test } from 'vitest'
import { ofKind } from '#contract/addresses.ts'
import { kindOfPath } from './kind-words.ts'
import {
  addressOf,
  calendarQueryOf,
  daysOn,
  filtered,
  freeFilters,
  isFiltered,
  onDay,
  passes,
  readPinned,
  readView,
  withAgeGroups,
} from './timetable-view.ts'

const today = '2026-11-21'
const read = (query: string) => readView(new URLSearchParams(query), today)

// Proves CONST-05, ROUTE-54.
test("without a date the week is today's, and any date opens the week around it", () => {
  expect(calendarQueryOf(read(''))).toMatchObject({ startDate: '2026-11-16', endDate: '2026-11-22' })
  expect(calendarQueryOf(read('date=2026-12-03'))).toMatchObject({
    startDate: '2026-11-30',
    endDate: '2026-12-06',
  })
})

// Proves ROUTE-54.
test('invalid parameters mean today and no filter', () => {
  for (const query of [
    'date=soon',
    'date=2026-02-30',
    'date=9999-12-31',
    'age=-1&venue=x&type=1e9&time=night&day=Mo',
  ]) {
    expect(read(query)).toEqual({ day: today, filters: {} })
  }
})

test('reading and writing an address gives the same address', () => {
  const query = '?date=2026-11-24&age=3&time=pm&venue=2&type=7&day=Tue'
  expect(addressOf(read(query))).toBe(query)
})

test('a child’s age and several weekdays are in the address, as a form sends them too', () => {
  const query = '?date=2026-11-24&years=4&venue=2&days=Sat,Sun'
  expect(addressOf(read(query))).toBe(query)
  expect(read('days=Sun&days=Sat&years=0').filters).toEqual({ days: ['Sat', 'Sun'], years: 0 })
  expect(read('days=Sat&years=&venue=').filters).toEqual({ weekday: 'Sat' })
  expect(read('days=Someday&years=four').filters).toEqual({})
  const pinned = { typeId: 1, venueId: 2 }
  expect(readView(new URLSearchParams('years=4&days=Sat,Sun'), today, pinned).filters).toEqual(pinned)
})

test('an age replaces an age group, and one weekday replaces several', () => {
  const chosen = filtered(read('age=3&days=Sat,Sun'), { years: 4 })
  expect(chosen.filters).toEqual({ years: 4, days: ['Sat', 'Sun'] })
  expect(filtered(chosen, { ageGroupId: undefined }).filters).toEqual({ days: ['Sat', 'Sun'] })
  expect(filtered(chosen, { weekday: 'Mon' }).filters).toEqual({ years: 4, weekday: 'Mon' })
})

test('an age takes every age group that is meant for a child of that age', () => {
  const groups = [
    { id: 1, fromMonths: 24, toMonths: 48 },
    { id: 2, fromMonths: 36, toMonths: 72 },
    { id: 3, fromMonths: 60 },
    { id: 4 },
  ]
  const groupsFor = (years: number) => withAgeGroups({ years }, groups).ageGroupIds
  expect([2, 3, 4, 5].map(groupsFor)).toEqual([
    [1, 4],
    [1, 2, 4],
    [2, 4],
    [2, 3, 4],
  ])
  expect(withAgeGroups({ years: 4 }, [])).toEqual({ years: 4 })
  const session = { startTime: '10:00', venueId: 1, typeId: 1, date: '2026-11-21', placesLeft: 3 }
  const fours = withAgeGroups({ years: 4, days: ['Sat', 'Sun'] }, groups)
  expect([1, 2].map(ageGroupId => passes({ ...session, ageGroupId }, fours))).toEqual([false, true])
  expect(passes({ ...session, ageGroupId: 2, date: '2026-11-20' }, fours)).toBe(false)
})

// Proves CLS-09, CLS-10, CONST-06.
test('morning is sent as 00:00 to 12:00, afternoon as 12:00 to 24:00', () => {
  expect(calendarQueryOf(read('time=am'))).toMatchObject({ startTime: '00:00', endTime: '12:00' })
  expect(calendarQueryOf(read('time=pm'))).toMatchObject({ startTime: '12:00', endTime: '24:00' })
  expect(calendarQueryOf(read('')).startTime).toBeUndefined()
})

// Proves CLS-22.
test('the weekday stays when the week changes, and its date is computed again', () => {
  const view = read('date=2026-03-25&day=Sun')
  expect(calendarQueryOf(view).date).toBe('2026-03-29')
  const later = daysOn(view, 7)
  expect(later.day).toBe('2026-04-01')
  expect(calendarQueryOf(later).date).toBe('2026-04-05')
})

test('another week is shown on the same weekday', () => {
  expect(daysOn(read('date=2026-03-29'), 7).day).toBe('2026-04-05')
  expect(daysOn(read('date=2026-03-29'), -7).day).toBe('2026-03-22')
})

test("the chosen weekday and the phone's day are the same", () => {
  const onTuesday = filtered(read('date=2026-11-21'), { weekday: 'Tue' })
  expect(onTuesday.day).toBe('2026-11-17')
  expect(onDay(onTuesday, '2026-11-19').filters.weekday).toBe('Thu')
  expect(onDay(read(''), '2026-11-19')).toEqual({ day: '2026-11-19', filters: {} })
})

// Proves CLS-17.
test('a session is shown if every filter matches', () => {
  const session = {
    ...{ ageGroupId: 1, startTime: '12:00', venueId: 2, typeId: 3 },
    ...{ date: '2026-11-24', placesLeft: 0 },
  }
  expect(passes(session, read('').filters)).toBe(true)
  expect(passes(session, read('age=1&time=pm&venue=2&type=3&day=Tue').filters)).toBe(true)
  for (const query of ['age=2', 'time=am', 'venue=3', 'type=4', 'day=Wed']) {
    expect(passes(session, read(query).filters)).toBe(false)
  }
  expect(passes({ ...session, startTime: '11:59' }, read('time=am').filters)).toBe(true)
})

test('what is full is left out on request, and the address keeps that', () => {
  const view = read('date=2026-11-24&places=left')
  expect(view.filters).toMatchObject({ hasPlaces: true })
  expect(addressOf(view)).toBe('?date=2026-11-24&places=left')
  const session = { ageGroupId: 1, startTime: '12:00', venueId: 2, typeId: 3, date: '2026-11-24' }
  expect([0, 1].map(placesLeft => passes({ ...session, placesLeft }, view.filters))).toEqual([false, true])
})

const choice = '?course_type_id=7&course_shop_id=2&big_course=31'

test('a timetable of one type and venue reads and keeps its own parameters', () => {
  const params = new URLSearchParams(`${choice}&date=2026-11-24&age=3&time=pm&venue=9&type=9&day=Tue`)
  const pinned = readPinned(params)
  expect(pinned).toEqual({ typeId: 7, venueId: 2, offeringId: 31 })
  const view = readView(params, today, pinned)
  expect(calendarQueryOf(view)).toMatchObject({ typeId: 7, venueId: 2, ageGroupId: 3, date: '2026-11-24' })
  expect(addressOf(view, pinned)).toBe(`${choice}&date=2026-11-24&age=3&time=pm&day=Tue`)
  expect(ofKind.class.choice({ ...pinned })).toBe(`/home/classify/selectCourse${choice}`)
})

test('choosing a filter keeps the others, and clearing removes all but the fixed ones', () => {
  const morning = filtered(read('venue=2&day=Tue'), { halfDay: 'am' })
  expect(morning.filters).toMatchObject({ halfDay: 'am', venueId: 2, weekday: 'Tue' })
  expect(filtered(morning, 'none').filters).toEqual({})
  const pinned = readPinned(new URLSearchParams(choice))
  expect(filtered(morning, 'none', pinned).filters).toEqual({ typeId: 7, venueId: 2 })
})

test('fixed filters cannot be cleared', () => {
  const pinned = readPinned(new URLSearchParams(choice))
  const view = readView(new URLSearchParams(choice), today, pinned)
  expect(isFiltered(view.filters)).toBe(true)
  expect(isFiltered(freeFilters(view.filters, pinned))).toBe(false)
  expect(isFiltered(freeFilters(view.filters))).toBe(true)
})

test('an address without a venue fixes only the type, and an invalid one nothing', () => {
  const typeAlone = readPinned(new URLSearchParams('?course_type_id=7'))
  expect(typeAlone).toEqual({ typeId: 7, venueId: undefined, offeringId: undefined })
  expect(ofKind.event.choice({ ...typeAlone })).toBe('/home/event/selectCourse?course_type_id=7')
  expect(readPinned(new URLSearchParams('?course_type_id=x&course_shop_id=-1&big_course=1.5'))).toEqual({
    typeId: undefined,
    venueId: undefined,
    offeringId: undefined,
  })
})

test('a kind is recognised by any of its paths, in any case', () => {
  expect(kindOfPath('/home/classify/SELECTCOURSE')).toBe('class')
  expect(kindOfPath('/home/event/')).toBe('event')
  expect(kindOfPath('/home/parent/detail')).toBe('parentSession')
  expect(() => kindOfPath('/home/parentClass')).toThrow('belongs to no kind')
})
