import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#contract/client.ts'
import type { session } from '#contract/offerings.ts'
import type { Value } from '#contract/wire.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import type { TimetableDay } from '#domain/timetable.ts'
import type { PageContext, PageQuery } from '#web/page.ts'
import { areaSettingsQuery } from '#web/site/content/queries.ts'
import { kindOfPath } from './kind-words.ts'
import { ageGroupsQuery, offeringTypesQuery, typeDetailsQuery, venuesQuery } from './lookup-queries.ts'
import { calendarQueryOf, readPinned, readTypeId, readView, type TimetableView } from './timetable-view.ts'

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
export function typePageQueries({ api, url }: PageContext): PageQuery[] {
  const typeId = readTypeId(url.searchParams)
  return typeId === undefined ? [] : [typeDetailsQuery(api, kindOfPath(url.pathname), typeId)]
}

const lookupQueries = (api: Api, kind: OfferingKind) => [
  offeringTypesQuery(api, kind),
  venuesQuery(api, kind),
  ageGroupsQuery(api, kind),
]
