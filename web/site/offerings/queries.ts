import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
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
import { comingDatesQuery, nextSessionQuery, timetableQuery, type Week } from './timetable-query.ts'
import { daysOn, type Filters, isFiltered, passes, type TimetableView } from './timetable-view.ts'

type OfferingOfType = Value<typeof offeringOfType>

/**
 * Queries the shown week. While it loads, the same week without filters is shown if it is known, with the filters
 * applied here. Otherwise the week that was shown before stays, marked by `isOld`. Neighbouring weeks that are not
 * over are fetched ahead.
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
    const week = queryClient.getQueryData(everything.queryKey)
    return week && narrowed(week, view.filters)
  }
  const { days, ageGroupIds, hasPlaces } = view.filters
  const narrowing = JSON.stringify({ days, ageGroupIds, hasPlaces })
  const timetable = useQuery({
    ...query,
    // The call knows neither several weekdays nor a child's age, nor what is full.
    // biome-ignore lint/correctness/useExhaustiveDependencies: compared by value, so that a week is narrowed once.
    select: useCallback(
      (week: Week) =>
        days || ageGroupIds || hasPlaces ? narrowed(week, { days, ageGroupIds, hasPlaces }) : week,
      [narrowing],
    ),
    placeholderData: previous => standIn() ?? previous,
    // The server renders a visitor's timetable, without an account's own offers, and older data may lack new
    // ones. What the router has just loaded is fresh.
    refetchOnMount: ({ state }) =>
      readToken() && (isOfServer || Date.now() - state.dataUpdatedAt > 2_000) ? 'always' : true,
  })
  const isSettled = timetable.isSuccess && !timetable.isPlaceholderData
  const address = JSON.stringify(query.queryKey)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is a new object at each render, so its key is compared.
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

const narrowed = (week: Week, filters: Filters): Week =>
  week.map(day => ({ ...day, sessions: day.sessions.filter(session => passes(session, filters)) }))

/** Queries the next session from a day on, today at the earliest; null if there is none. */
export function useNextSession(kind: OfferingKind, from: string, filters: Filters, enabled = true) {
  const today = useToday()
  return useQuery({ ...nextSessionQuery(useApi(), kind, from < today ? today : from, filters), enabled })
}

/** Queries the next dates of a type; the server's answer is a visitor's, so a family asks again. */
export function useComingDates(kind: OfferingKind, typeId: number) {
  const asked = comingDatesQuery(useApi(), kind, useToday(), typeId)
  return useQuery({
    ...asked,
    enabled: typeId > 0,
    refetchOnMount: () => (readToken() ? 'always' : true),
  })
}

/** The query key of the family's places in sessions, which every change of them invalidates. */
export const familyPlaces = ['family-places']

const familyPlacesQuery = (api: Api, monday: string) =>
  queryOptions({
    queryKey: [...familyPlaces, monday],
    queryFn: () => api.sessions.familyPlaces({ startDate: monday, endDate: addDays(monday, 6) }),
    staleTime: 0,
  })

/**
 * Queries the family's places in the week of a day, by session. Only for a signed-in family, after the page has loaded.
 */
export function useFamilyPlaces(day: string): Partial<Record<number, FamilyPlace[]>> {
  const asked = familyPlacesQuery(useApi(), mondayOf(day))
  return bySession(useQuery({ ...asked, enabled: useHasToken() }).data)
}

/**
 * Queries the family's children under the key of `childrenQuery` (children/queries.ts), which would bring its file to
 * every first load.
 */
export function useOwnChildren() {
  const api = useApi()
  return useQuery({
    queryKey: ['children', 'list'],
    queryFn: () => api.children.list(),
    enabled: useHasToken(),
  })
}

/** Groups places by session. */
export function bySession(places: FamilyPlace[] = []) {
  const found: Partial<Record<number, FamilyPlace[]>> = {}
  for (const place of places) {
    found[place.sessionId] ??= []
    found[place.sessionId]?.push(place)
  }
  return found
}

/** Queries practical information, together with the introduction. */
export function usePractical(offeringId: number) {
  const api = useApi()
  return useQuery({
    queryKey: ['offerings', 'practical', offeringId],
    queryFn: () => api.sessions.practical({ offeringId }),
  })
}

/** Queries the filters' options. A list that failed leaves only "any". */
export function useLookups(kind: OfferingKind) {
  const api = useApi()
  return {
    types: useQuery(offeringTypesQuery(api, kind)).data ?? [],
    venues: useQuery(venuesQuery(api, kind)).data ?? [],
    ageGroups: useQuery(ageGroupsQuery(api, kind)).data ?? [],
  }
}

/** Returns the colour of each type, taken from its sessions in the weeks loaded so far, because a type has none. */
export function useTypeColours(kind: OfferingKind): Map<number, string> {
  const weeks = useQueryClient().getQueriesData<Week>({ queryKey: ['offerings', kind, 'timetable'] })
  const days = weeks.flatMap(([, week]) => week ?? [])
  return new Map(days.flatMap(day => day.sessions.map(session => [session.typeId, session.colour])))
}

/** Queries the introduction of the Class Details popup. */
export function useIntroduction(kind: OfferingKind, offeringId: number) {
  const api = useApi()
  return useQuery({
    queryKey: ['offerings', kind, 'introduction', offeringId],
    queryFn: () => api.offerings[kind].introduction({ id: offeringId }),
    meta: { showsProblem: true },
  })
}

/** Queries the type of an address; nothing without a number. */
export function useTypeDetails(kind: OfferingKind, typeId: number | undefined) {
  const api = useApi()
  return useQuery({ ...typeDetailsQuery(api, kind, typeId ?? 0), enabled: typeId !== undefined })
}

/** Queries a type's venues, each with its first offering and all ages there (spec 2 §2). */
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
