import { queryOptions } from '@tanstack/react-query'
import type { session } from '#contract/offerings.ts'
import type { Value } from '#contract/wire.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import type { TimetableDay } from '#domain/timetable.ts'
import type { Api } from '#web/api.ts'
import type { PageContext, PageQuery } from '#web/routes.tsx'
import { ageGroupsQuery, offeringTypesQuery, venuesQuery } from './lookup-queries.ts'
import { calendarQueryOf, readView, type TimetableView } from './timetable-view.ts'

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

/** What a timetable page needs before its first paint: the lookups and the asked week. */
export const timetablePageQueries =
  (kind: OfferingKind) =>
  ({ api, url, today }: PageContext): PageQuery[] => [
    offeringTypesQuery(api, kind),
    venuesQuery(api, kind),
    ageGroupsQuery(api, kind),
    timetableQuery(api, kind, readView(url.searchParams, today)),
  ]
