import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#contract/client.ts'
import type { session } from '#contract/offerings.ts'
import type { Value } from '#contract/wire.ts'
import { addDays, longestRangeInDays } from '#domain/calendar.ts'
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

/** So many calls, each as far as one may ask: camps are held in every sixth week. */
const callsAhead = 3

/** The first session from a day on that has a place and passes the filters; where all are full, the first of them. */
export function nextSessionQuery(api: Api, kind: OfferingKind, from: string, filters: Filters) {
  const { date: _any, ...asked } = calendarQueryOf({ day: from, filters })
  return queryOptions({
    queryKey: ['offerings', kind, 'next', { ...asked, startDate: from, weekday: filters.weekday }],
    queryFn: async (): Promise<Session | null> => {
      let full: Session | null = null
      for (let call = 0; call < callsAhead; call++) {
        const startDate = addDays(from, call * longestRangeInDays)
        const endDate = addDays(startDate, longestRangeInDays - 1)
        const days: Week = await api.offerings[kind].timetable({ ...asked, startDate, endDate })
        const coming = days
          .flatMap(({ sessions }) => sessions)
          .filter(session => session.isBookable && passes(session, filters))
        const next = coming.find(({ placesLeft }) => placesLeft > 0)
        if (next) return next
        full ??= coming[0] ?? null
      }
      return full
    },
  })
}

/** What a timetable page needs before its first paint: the lookups and the asked week. */
export function timetablePageQueries({ api, url, today }: PageContext): PageQuery[] {
  const kind = kindOfPath(url.pathname)
  return [...lookupQueries(api, kind), timetableQuery(api, kind, readView(url.searchParams, today))]
}

/** The same with the kind's banners and texts. */
export const areaPageQueries = (context: PageContext): PageQuery[] => [
  areaSettingsQuery(context.api, kindOfPath(context.url.pathname)),
  ...timetablePageQueries(context),
]

/** What the timetable of one type and venue needs: the type, the lookups and the asked week. */
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

/** What a type's page needs. */
export function typePageQueries({ api, url, today }: PageContext): PageQuery[] {
  const typeId = readTypeId(url.searchParams)
  const kind = kindOfPath(url.pathname)
  return typeId === undefined
    ? []
    : [
        typeDetailsQuery(api, kind, typeId),
        nextSessionQuery(api, kind, today, { typeId }),
        venueAddressesQuery(api),
      ]
}

const lookupQueries = (api: Api, kind: OfferingKind) => [
  offeringTypesQuery(api, kind),
  venuesQuery(api, kind),
  ageGroupsQuery(api, kind),
  venueAddressesQuery(api),
]
