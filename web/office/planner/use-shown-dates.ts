import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { maxSessionsShown, type PlannerSession } from '#contract/office/planner.ts'
import type { Term } from '#contract/office/terms.ts'
import { addDays, mondayOf } from '#domain/calendar.ts'
import { useOfficeApi } from '../office-api.ts'
import { monthQuery, type PlannerFilters, sessionsQuery } from './planner-queries.ts'

/** How far ahead the next date is searched: a year, the server's limit. */
const daysLookedAhead = 366

/** The filters of the planner as its address keeps them. */
export interface PlannerAddress {
  view: string
  day: string
  term: string
  venue: string
  room: string
  kind: string
  type: string
  age: string
  teacher: string
  state: string
  weekday: string
  hour: string
  only: string
  /** The last day of a list that begins on `day`; '' for a week. */
  to: string
}

/**
 * Reads the dates that the planner shows: a week's, or the term's in a list. While a week has none, it also
 * looks for the next day that has some; of a list that is cut, it counts all dates.
 */
export function useShownDates(filters: PlannerAddress, term: Term | undefined) {
  const api = useOfficeApi()
  const monday = mondayOf(filters.day)
  const isList = filters.view === 'list'
  const ownDays = isList && filters.to >= filters.day
  const wholeTerm = isList && !ownDays && term !== undefined
  const days = ownDays
    ? { from: filters.day, to: filters.to }
    : wholeTerm
      ? { from: term.startDate, to: term.endDate }
      : { from: monday, to: addDays(monday, 6) }
  const asked: PlannerFilters = { ...days, ...chosenIn(filters) }
  const query = useQuery({ ...sessionsQuery(api, asked), placeholderData: keepPreviousData })
  // Only data for the same days are kept on the screen meanwhile; another week's would leave this one empty.
  const isOfOtherDays =
    query.isPlaceholderData &&
    (!query.data?.length || query.data.some(({ date, endDate }) => endDate < asked.from || date > asked.to))
  const isComing = query.isPending || isOfOtherDays
  const sessions = (!isOfOtherDays && query.data) || []
  const isEmpty = !isComing && query.isSuccess && sessions.length === 0
  const nextDay = useQuery({
    ...monthQuery(api, { ...asked, from: addDays(asked.to, 1), to: addDays(asked.to, daysLookedAhead) }),
    // Clashes are searched date by date, which is too much for a year.
    enabled: isEmpty && !wholeTerm && filters.only !== 'clashes',
  }).data?.[0]?.date
  const counts = useQuery({
    ...monthQuery(api, asked),
    enabled: sessions.length === maxSessionsShown,
  }).data
  return {
    ...{ asked, monday, ownDays, wholeTerm, query, sessions, isComing, nextDay },
    shownTo: filters.view === 'month' ? addDays(monday, 34) : asked.to,
    /** How many dates there are, if not all of them are in `sessions`. */
    uncutCount: (counts ?? []).reduce((sum, day) => sum + day.sessions, 0),
  }
}

const chosenIn = ({
  term,
  venue,
  room,
  type,
  age,
  teacher,
  kind,
  state,
  weekday,
  hour,
  only,
}: PlannerAddress): Partial<PlannerFilters> => ({
  ...numbersOf({
    ...{ termId: term, venueId: venue, roomId: room },
    ...{ typeId: type, ageGroupId: age, teacherId: teacher, weekday, hour },
  }),
  ...(kind && { kind: kind as PlannerFilters['kind'] }),
  ...(state && { state: state as PlannerSession['state'] }),
  ...(only === 'clashes' && { clashesOnly: true }),
  ...(only === 'underThird' && { underThird: true }),
})

const numbersOf = (texts: Record<string, string>): Record<string, number> =>
  Object.fromEntries(Object.entries(texts).flatMap(([name, text]) => (text ? [[name, Number(text)]] : [])))
