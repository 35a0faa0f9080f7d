import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Api } from '#contract/client.ts'
import type { offeringOfType } from '#contract/offerings.ts'
import type { Value } from '#contract/wire.ts'
import { addDays, mondayOf } from '#domain/calendar.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { useApi } from '#web/api.ts'
import { readToken, useHasToken, useIsSignedIn } from '#web/session.ts'
import { useToday } from '#web/today.tsx'
import { whenIdle } from '#web/when-idle.ts'
import type { FamilyPlace } from './family-words.ts'
import { ageGroupsQuery, offeringTypesQuery, typeDetailsQuery, venuesQuery } from './lookup-queries.ts'
import { nextSessionQuery, timetableQuery, type Week } from './timetable-query.ts'
import { daysOn, type Filters, isFiltered, passes, type TimetableView } from './timetable-view.ts'

type OfferingOfType = Value<typeof offeringOfType>

/**
 * The week that is looked at. While it is asked for, the known unfiltered week stands in with the filters applied
 * here, else what was seen last, which `isOld`. The neighbouring weeks are fetched ahead, unless they are over.
 */
export function useTimetable(kind: OfferingKind, view: TimetableView) {
  const api = useApi()
  const queryClient = useQueryClient()
  const today = useToday()
  const query = timetableQuery(api, kind, view)
  const [isOfServer] = useState(useIsSignedIn() === undefined)
  const standIn = (): Week | undefined => {
    if (!isFiltered(view.filters)) return undefined
    const everything = timetableQuery(api, kind, { ...view, filters: {} })
    return queryClient
      .getQueryData(everything.queryKey)
      ?.map(day => ({ ...day, sessions: day.sessions.filter(session => passes(session, view.filters)) }))
  }
  const timetable = useQuery({
    ...query,
    placeholderData: previous => standIn() ?? previous,
    // What the server rendered is a visitor's timetable; an account's own waiting-list offers are not in it.
    // Nor are newer ones in what was seen a while ago; what the router has just brought is new.
    refetchOnMount: ({ state }) =>
      readToken() && (isOfServer || Date.now() - state.dataUpdatedAt > 2_000) ? 'always' : true,
  })
  const isSettled = timetable.isSuccess && !timetable.isPlaceholderData
  const address = JSON.stringify(query.queryKey)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is a new object at each render; its key is not.
  useEffect(() => {
    if (!isSettled) return
    return whenIdle(() => {
      for (const neighbour of [7, -7].map(days => daysOn(view, days))) {
        if (mondayOf(neighbour.day) < mondayOf(today)) continue
        queryClient.prefetchQuery(timetableQuery(api, kind, neighbour))
        if (!readToken()) continue
        queryClient.prefetchQuery({ ...familyPlacesQuery(api, mondayOf(neighbour.day)), staleTime: 30_000 })
      }
    })
  }, [isSettled, address, api, queryClient, today])
  return { timetable, isOld: timetable.isPlaceholderData && !standIn() }
}

/** The next session from a day on, and not before today; null when nothing is planned. */
export function useNextSession(kind: OfferingKind, from: string, filters: Filters, enabled = true) {
  const today = useToday()
  return useQuery({ ...nextSessionQuery(useApi(), kind, from < today ? today : from, filters), enabled })
}

/** What somebody of the family has in sessions: out of date after whatever changes it. */
export const familyPlaces = ['family-places']

const familyPlacesQuery = (api: Api, monday: string) =>
  queryOptions({
    queryKey: [...familyPlaces, monday],
    queryFn: () => api.sessions.familyPlaces({ startDate: monday, endDate: addDays(monday, 6) }),
    staleTime: 0,
  })

/** What the family has in the week of a day already, by session. For the family alone, and after the page. */
export function useFamilyPlaces(day: string): Partial<Record<number, FamilyPlace[]>> {
  const asked = familyPlacesQuery(useApi(), mondayOf(day))
  return bySession(useQuery({ ...asked, enabled: useHasToken() }).data)
}

/** Places by their session. */
export function bySession(places: FamilyPlace[] = []) {
  const found: Partial<Record<number, FamilyPlace[]>> = {}
  for (const place of places) {
    found[place.sessionId] ??= []
    found[place.sessionId]?.push(place)
  }
  return found
}

/** What the business tells beside the documented introduction; asked for with it. */
export function usePractical(offeringId: number) {
  const api = useApi()
  return useQuery({
    queryKey: ['offerings', 'practical', offeringId],
    queryFn: () => api.sessions.practical({ offeringId }),
  })
}

/** What the filters offer. A list that did not load leaves its filter with "any" alone. */
export function useLookups(kind: OfferingKind) {
  const api = useApi()
  return {
    types: useQuery(offeringTypesQuery(api, kind)).data ?? [],
    venues: useQuery(venuesQuery(api, kind)).data ?? [],
    ageGroups: useQuery(ageGroupsQuery(api, kind)).data ?? [],
  }
}

/** The colour of each type: a type has none of its own, its sessions in the weeks that were brought so far have. */
export function useTypeColours(kind: OfferingKind): Map<number, string> {
  const weeks = useQueryClient().getQueriesData<Week>({ queryKey: ['offerings', kind, 'timetable'] })
  const days = weeks.flatMap(([, week]) => week ?? [])
  return new Map(days.flatMap(day => day.sessions.map(session => [session.typeId, session.colour])))
}

/** The Class Details popup's call. */
export function useIntroduction(kind: OfferingKind, offeringId: number) {
  const api = useApi()
  return useQuery({
    queryKey: ['offerings', kind, 'introduction', offeringId],
    queryFn: () => api.offerings[kind].introduction({ id: offeringId }),
    meta: { showsProblem: true },
  })
}

/** The type that an address names; without a number nothing is asked. */
export function useTypeDetails(kind: OfferingKind, typeId: number | undefined) {
  const api = useApi()
  return useQuery({ ...typeDetailsQuery(api, kind, typeId ?? 0), enabled: typeId !== undefined })
}

/** A type's venues, each once with its first offering and everybody it is for there (spec 2 §2). */
export function useVenuesOfType(kind: OfferingKind, typeId: number) {
  const api = useApi()
  return useQuery({
    queryKey: ['offerings', kind, 'of-type', typeId],
    queryFn: () => api.offerings[kind].ofType({ typeId }),
    meta: { showsProblem: true, leadsToLogIn: true },
    select: onePerVenue,
  })
}

function onePerVenue(offerings: OfferingOfType[]) {
  const venues = new Map<number, OfferingOfType[]>()
  for (const offering of offerings) {
    venues.set(offering.venueId, [...(venues.get(offering.venueId) ?? []), offering])
  }
  return [...venues.values()].flatMap(([first, ...others]) =>
    first ? { ...first, ages: [...new Set([first, ...others].map(({ ages }) => ages))] } : [],
  )
}
