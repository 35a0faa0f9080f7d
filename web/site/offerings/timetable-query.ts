import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#contract/client.ts'
import type { session } from '#contract/offerings.ts'
import type { Value } from '#contract/wire.ts'
import { addDays, maxRangeDays, mondayOf } from '#domain/calendar.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import type { TimetableDay } from '#domain/timetable.ts'
import type { PageContext, PageQuery } from '#web/page.ts'
import { areaSettingsQuery } from '#web/site/content/queries.ts'
import { kindOfPath } from './kind-words.ts'
import {
  ageGroupsQuery,
  offeringTypesQuery,
  typeDetailsQuery,
  venueAddressesQuery,
  venuesQuery,
} from './lookup-queries.ts'
import {
  calendarQueryOf,
  type Filters,
  passes,
  readPinned,
  readTypeId,
  readView,
  type TimetableView,
} from './timetable-view.ts'

export type Session = Value<typeof session>
export type Week = TimetableDay<Session>[]

export function timetableQuery(api: Api, kind: OfferingKind, view: TimetableView) {
  const asked = calendarQueryOf(view)
  return queryOptions({
    queryKey: ['offerings', kind, 'timetable', asked],
    queryFn: (): Promise<Week> => api.offerings[kind].timetable(asked),
    staleTime: 30_000,
  })
}

/**
 * The maximum number of calls after the first week, each for the longest range, because camps may be every sixth week.
 */
const callsAhead = 3

/**
 * Queries the first session from a day on that has a place and matches the filters; if all are full, the first of them.
 * The day's own week is searched first, because the timetable fetches it anyway as the next week.
 */
export function nextSessionQuery(api: Api, kind: OfferingKind, from: string, filters: Filters) {
  const { date: _any, ...asked } = calendarQueryOf({ day: from, filters })
  const { weekday, days, ageGroupIds, hasPlaces } = filters
  return queryOptions({
    queryKey: [
      'offerings',
      kind,
      'next',
      { ...asked, startDate: from, weekday, days, ageGroupIds, hasPlaces },
    ],
    queryFn: async ({ client }): Promise<Session | null> => {
      let full: Session | null = null
      for (let call = 0; call <= callsAhead; call++) {
        const startDate = addDays(mondayOf(from), 7 + (call - 1) * maxRangeDays)
        const endDate = addDays(startDate, maxRangeDays - 1)
        const days: Week =
          call === 0
            ? await client.fetchQuery(timetableQuery(api, kind, { day: from, filters }))
            : await api.offerings[kind].timetable({ ...asked, startDate, endDate })
        const coming = days
          .flatMap(({ sessions }) => sessions)
          .filter(session => session.date >= from && session.isBookable && passes(session, filters))
        const next = coming.find(({ placesLeft }) => placesLeft > 0)
        if (next) return next
        full ??= coming[0] ?? null
      }
      return full
    },
  })
}

/** The maximum number of dates on a type's page. */
const maxDates = 18

/**
 * Queries the next dates of a type that can be booked or waited for, day by day: those of the first month that has
 * any.
 */
export function comingDatesQuery(api: Api, kind: OfferingKind, today: string, typeId: number) {
  return queryOptions({
    queryKey: ['offerings', kind, 'coming', { typeId, today }],
    queryFn: async (): Promise<Week> => {
      for (let call = 0; call <= callsAhead; call++) {
        const startDate = addDays(today, call * maxRangeDays)
        const endDate = addDays(startDate, maxRangeDays - 1)
        const days: Week = await api.offerings[kind].timetable({ startDate, endDate, typeId })
        const coming = days
          .flatMap(({ sessions }) => sessions)
          .filter(({ isBookable }) => isBookable)
          .slice(0, maxDates)
        const filled = days.flatMap(day => {
          const sessions = coming.filter(({ date }) => date === day.date)
          return sessions.length > 0 ? [{ ...day, sessions }] : []
        })
        if (filled.length > 0) return filled
      }
      return []
    },
    staleTime: 30_000,
  })
}

/** Returns the queries of a timetable page before its first paint: the lookups and the week. */
export function timetablePageQueries({ api, url, today }: PageContext): PageQuery[] {
  const kind = kindOfPath(url.pathname)
  return [...lookupQueries(api, kind), timetableQuery(api, kind, readView(url.searchParams, today))]
}

/** Returns the queries of a timetable page together with the kind's banners and texts. */
export const areaPageQueries = (context: PageContext): PageQuery[] => [
  areaSettingsQuery(context.api, kindOfPath(context.url.pathname)),
  ...timetablePageQueries(context),
]

/** Returns the queries of one type's timetable at a venue: the type, the lookups and the week. */
export function choicePageQueries({ api, url, today }: PageContext): PageQuery[] {
  const kind = kindOfPath(url.pathname)
  const pinned = readPinned(url.searchParams)
  if (pinned.typeId === undefined) return []
  return [
    typeDetailsQuery(api, kind, pinned.typeId),
    ...lookupQueries(api, kind),
    timetableQuery(api, kind, readView(url.searchParams, today, pinned)),
  ]
}

/** Returns the queries of a type's page. */
export function typePageQueries({ api, url, today }: PageContext): PageQuery[] {
  const typeId = readTypeId(url.searchParams)
  const kind = kindOfPath(url.pathname)
  return typeId === undefined
    ? []
    : [
        typeDetailsQuery(api, kind, typeId),
        comingDatesQuery(api, kind, today, typeId),
        venueAddressesQuery(api),
      ]
}

const lookupQueries = (api: Api, kind: OfferingKind) => [
  offeringTypesQuery(api, kind),
  venuesQuery(api, kind),
  ageGroupsQuery(api, kind),
  venueAddressesQuery(api),
]
