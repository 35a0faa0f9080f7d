import { ofKind, pinnedParameters } from '#contract/addresses.ts'
import type { calendarQuery } from '#contract/offerings.ts'
import type { Value } from '#contract/wire.ts'
import { takesYears } from '#domain/ages.ts'
import { addDays, mondayOf, type Weekday, weekdayOf } from '#domain/calendar.ts'

/** The five filters, and three of the finder. One that is absent matches everything. */
export interface Filters {
  ageGroupId?: number
  halfDay?: HalfDay
  venueId?: number
  typeId?: number
  weekday?: Weekday
  /** A child's age, instead of an age group (decision E-66). */
  years?: number
  /** Several weekdays; one alone is `weekday`. */
  days?: Weekday[]
  /** Leaves out what is full (decision E-80). */
  hasPlaces?: boolean
  /** The age groups that take a child of `years`. They follow from it, and are not in the address. */
  ageGroupIds?: number[]
}

/** The state of a timetable: the week around `day`, which a phone shows alone, and the filters. */
export interface TimetableView {
  day: string
  filters: Filters
}

/** The type and venue that a timetable is fixed to, with their own parameters in its address. */
export interface Pinned {
  typeId: number | undefined
  venueId: number | undefined
  /** The offering named in the address: it is marked, but the others are shown too (decision A-30). */
  offeringId?: number
}

/** The ranges sent for AM and PM. A session counts by its start; noon is PM (decision C-05). */
export const halfDays = {
  am: { startTime: '00:00', endTime: '12:00' },
  pm: { startTime: '12:00', endTime: '24:00' },
} as const
export type HalfDay = keyof typeof halfDays

export const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const satisfies Weekday[]

/** Reads the type of a detail page's address. */
export const readTypeId = (params: URLSearchParams): number | undefined =>
  readId(ofKind.class.type.read(params).typeId)

/** Reads the fixed type and venue of a selectCourse page's address. */
export const readPinned = (params: URLSearchParams): Pinned => ({
  typeId: readId(params.get(pinnedParameters.typeId)),
  venueId: readId(params.get(pinnedParameters.venueId)),
  offeringId: readId(params.get(pinnedParameters.offeringId)),
})

/**
 * Reads the view of an address: any day of its week (decision C-40). Missing or invalid values mean today and no
 * filter.
 */
export function readView(params: URLSearchParams, today: string, pinned?: Pinned): TimetableView {
  const halfDay = params.get('time')
  const days = readDays(params)
  return {
    day: readDay(params.get('date')) ?? today,
    filters: {
      ageGroupId: readId(params.get('age')),
      halfDay: halfDay === 'am' || halfDay === 'pm' ? halfDay : undefined,
      venueId: pinned ? pinned.venueId : readId(params.get('venue')),
      typeId: pinned ? pinned.typeId : readId(params.get('type')),
      weekday: pinned ? readWeekday(params.get('day')) : (readWeekday(params.get('day')) ?? onlyOf(days)),
      ...(!pinned && {
        years: readYears(params.get('years')),
        days: days.length > 1 ? days : undefined,
        hasPlaces: params.get('places') === 'left' || undefined,
      }),
    },
  }
}

const readWeekday = (text: string | null) => weekdays.find(weekday => weekday === text)
const onlyOf = <T>(all: T[]): T | undefined => (all.length === 1 ? all[0] : undefined)
/** Reads weekdays as a form sends them or an address has them: 'days=Sat&days=Sun' or 'days=Sat,Sun'. */
function readDays(params: URLSearchParams): Weekday[] {
  const named = params.getAll('days').flatMap(text => text.split(','))
  return weekdays.filter(weekday => named.includes(weekday))
}
/** The highest age that an address may name. */
const maxYears = 99
const readYears = (text: string | null): number | undefined =>
  text && /^\d{1,2}$/.test(text) && Number(text) <= maxYears ? Number(text) : undefined

function readDay(text: string | null): string | undefined {
  if (!text || !/^20\d\d-\d\d-\d\d$/.test(text)) return undefined
  const midnight = Date.parse(`${text}T00:00:00Z`)
  const isDay = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(text)
  return isDay ? text : undefined
}

const readId = (text: string | null): number | undefined =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined

/** Writes the query part of a view's address. */
export function addressOf({ day, filters }: TimetableView, pinned?: Pinned): string {
  const { ageGroupId: age, halfDay: time, weekday } = filters
  return pinned
    ? addressWith({ ...pinnedParts(pinned), date: day, age, time, day: weekday })
    : addressWith({ date: day, ...filterParts(filters) })
}

const filterParts = ({ ageGroupId, halfDay, venueId, typeId, weekday, years, days, hasPlaces }: Filters) => ({
  ...{ age: ageGroupId, years, time: halfDay, venue: venueId, type: typeId },
  ...{ day: weekday, days: days?.join(','), places: hasPlaces ? 'left' : undefined },
})

/** Writes filters alone, for a timetable that opens on the next day with something. */
export const filterAddress = (filters: Filters): string => addressWith(filterParts(filters))

const pinnedParts = (pinned: Pinned) => ({
  [pinnedParameters.typeId]: pinned.typeId,
  [pinnedParameters.venueId]: pinned.venueId,
  [pinnedParameters.offeringId]: pinned.offeringId,
})

function addressWith(parts: Record<string, string | number | undefined>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(parts)) {
    if (value !== undefined) params.set(name, String(value))
  }
  // Commas of a list stay readable.
  return `?${String(params).replaceAll('%2C', ',')}`
}

/** Returns the timetable call's input; a weekday becomes its date in the shown week (decision C-04). */
export function calendarQueryOf({ day, filters }: TimetableView): Value<typeof calendarQuery> {
  const monday = mondayOf(day)
  return {
    startDate: monday,
    endDate: addDays(monday, 6),
    ...(filters.halfDay && halfDays[filters.halfDay]),
    ageGroupId: filters.ageGroupId,
    typeId: filters.typeId,
    venueId: filters.venueId,
    date: filters.weekday && addDays(monday, weekdays.indexOf(filters.weekday)),
  }
}

/** Moves by this many days; the weekday and all filters stay (decision C-33). */
export const daysOn = (view: TimetableView, days: number): TimetableView => ({
  ...view,
  day: addDays(view.day, days),
})

/** Moves to a day; a weekday filter moves along, so that the day is not empty. */
export const onDay = ({ filters }: TimetableView, day: string): TimetableView => ({
  day,
  filters: filters.weekday ? { ...filters, weekday: weekdayOf(day) } : filters,
})

/** Returns the filters that a person may change, without fixed ones. */
export const freeFilters = (filters: Filters, pinned?: Pinned): Filters =>
  pinned ? { ...filters, typeId: undefined, venueId: undefined } : filters

/** Changes filters, or clears them; a chosen weekday is also the day that a phone shows. */
export function filtered(
  { day, filters }: TimetableView,
  change: Filters | 'none',
  pinned?: Pinned,
): TimetableView {
  const kept = pinned && { typeId: pinned.typeId, venueId: pinned.venueId }
  const next = { ...(change !== 'none' && { ...filters, ...instead(change), ...change }), ...kept }
  return {
    day: next.weekday ? addDays(mondayOf(day), weekdays.indexOf(next.weekday)) : day,
    filters: next,
  }
}

/** Clears the filters that a change replaces: an age group replaces an age, one weekday replaces several. */
const instead = (change: Filters): Filters => ({
  ...('ageGroupId' in change && { years: undefined }),
  ...('years' in change && { ageGroupId: undefined }),
  ...('weekday' in change && { days: undefined }),
  ...('days' in change && { weekday: undefined }),
})

/** Adds the age groups that take a child of the chosen age, once they are known. */
export const withAgeGroups = (
  filters: Filters,
  groups: readonly { id: number; fromMonths?: number; toMonths?: number }[],
): Filters =>
  filters.years === undefined || groups.length === 0
    ? filters
    : {
        ...filters,
        ageGroupIds: groups.filter(group => takesYears(group, filters.years ?? 0)).map(({ id }) => id),
      }

export const isFiltered = (filters: Filters): boolean =>
  Object.values(filters).some(value => value !== undefined)

interface Filterable {
  ageGroupId: number
  startTime: string
  venueId: number
  typeId: number
  date: string
  placesLeft: number
}

/** Whether a session matches the filters, to show a result before the server answers. */
export function passes(session: Filterable, filters: Filters): boolean {
  const half = filters.halfDay && halfDays[filters.halfDay]
  return (
    (!half || (session.startTime >= half.startTime && session.startTime < half.endTime)) &&
    isAnyOr(filters.ageGroupId, session.ageGroupId) &&
    isAnyOr(filters.venueId, session.venueId) &&
    isAnyOr(filters.typeId, session.typeId) &&
    isAnyOr(filters.weekday, weekdayOf(session.date)) &&
    isAmong(filters.ageGroupIds, session.ageGroupId) &&
    isAmong(filters.days, weekdayOf(session.date)) &&
    (!filters.hasPlaces || session.placesLeft > 0)
  )
}

const isAmong = <T>(wanted: T[] | undefined, value: T) => !wanted || wanted.includes(value)
const isAnyOr = <T>(wanted: T | undefined, value: T) => wanted === undefined || wanted === value
