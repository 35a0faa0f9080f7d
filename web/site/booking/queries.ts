import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Api } from '#contract/client.ts'
import type { contract } from '#contract/contract.ts'
import type { CallInput } from '#contract/wire.ts'
import { addDays, mondayOf } from '#domain/calendar.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { useApi } from '#web/api.ts'
import { useHasToken } from '#web/session.ts'
import { childrenQuery } from '#web/site/children/queries.ts'
import { bySession, familyPlaces, usePractical } from '#web/site/offerings/queries.ts'
import type { ClickedSession } from '#web/site/offerings/session-card.tsx'
import { useCodedQuote, useEverythingMayHaveChanged } from '#web/site/payments/queries.ts'
import { isFirstLoad } from '#web/ui/first-load.ts'
import { useSettled } from '#web/ui/settled.ts'
import {
  type Choice,
  type Preview,
  type PreviewRequest,
  previewRequest,
  takesChildren,
} from './booking-choice.ts'
import { useKept } from './kept-choice.ts'

/** The delay before the preview is fetched again after a change (spec 1 §7). */
const previewDelayMilliseconds = 100

const previewsOf = (kind: OfferingKind) => ['bookings', kind, 'preview']

const previewQuery = (api: Api, kind: OfferingKind, request: PreviewRequest) =>
  queryOptions({
    queryKey: [...previewsOf(kind), request],
    queryFn: () => api.orders[kind].preview(request),
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
    // A refused discount code is shown at its field. Set here because observers of one query share the last
    // value.
    meta: { showsProblem: request.discountCode === '', leadsToLogIn: true },
  })

/**
 * Queries the price of the choice after each change (`isFetching` from the change on). Outdated answers are dropped.
 * The last answer stays while the next one loads, or if it fails.
 */
export function useQuote(kind: OfferingKind, choice: Choice) {
  const api = useApi()
  const [known, setKnown] = useState<Preview>()
  const wanted = previewRequest(choice, known)
  const request = useSettled(wanted, previewDelayMilliseconds)
  const newest = useCodedQuote(
    discountCode => previewQuery(api, kind, { ...request, discountCode }),
    request.discountCode,
  )
  if (newest.quote && newest.quote !== known) setKnown(newest.quote)
  const isFetching = newest.isFetching || JSON.stringify(wanted) !== JSON.stringify(request)
  return { ...newest, quote: newest.quote ?? known, isFetching }
}

/** Queries the account's children, in the order they were added; not for a kind with a contact. */
export function useOwnChildren(kind: OfferingKind) {
  return useQuery({ ...childrenQuery(useApi()), enabled: takesChildren(kind) })
}

/**
 * Returns the chosen children and a setter. An only child is chosen at first (decision C-41), and
 * can be unticked.
 */
export function useChosenChildren(kind: OfferingKind): [childIds: number[], choose: (ids: number[]) => void] {
  const [chosen, choose] = useKept('childIds')
  const own = (useOwnChildren(kind).data ?? []).map(({ id }) => id)
  // After logging in it may be another account, so unknown children are dropped.
  return [chosen?.filter(id => own.includes(id)) ?? (own.length === 1 ? own : []), choose]
}

/** Queries the family's places in an offering, on all its dates. */
function useFamilyPlacesOf(offeringId: number) {
  const api = useApi()
  return useQuery({
    queryKey: [...familyPlaces, 'of', offeringId],
    queryFn: () => api.sessions.familyPlacesOf({ offeringId }),
    enabled: useHasToken(),
    staleTime: 0,
  })
}

/** Whether the family's data for the dialog are still loading. They are fetched with the first preview. */
export function useIsFamilyLoading(
  kind: OfferingKind,
  { offeringId, date, endDate }: ClickedSession,
): boolean {
  const family = [
    useOwnChildren(kind),
    useFamilyPlacesOf(offeringId),
    usePlacesInWeeks([{ startDate: date, endDate }]),
  ]
  const practical = usePractical(offeringId)
  return takesChildren(kind) && isFirstLoad(practical, ...family)
}

/** Returns the family's places in an offering's sessions, and which of these children have a place already. */
export function useHeldPlaces(offeringId: number, childIds: number[]) {
  const places = bySession(useFamilyPlacesOf(offeringId).data)
  const taken = (sessionId: number) =>
    (places[sessionId] ?? []).filter(({ state, orderNumber }) => state === 'booked' || orderNumber !== null)
  const holders = (sessionId: number): string[] =>
    taken(sessionId)
      .filter(({ childId }) => childId !== null && childIds.includes(childId))
      .map(({ who }) => who)
  return { places, taken, holders, isHeld: (sessionId: number) => holders(sessionId).length > 0 }
}
export type HeldPlaces = ReturnType<typeof useHeldPlaces>

type Days = { startDate: string; endDate: string }

/** Returns these children's other places in the weeks of these sessions. */
export function usePlacesOfChildren(childIds: number[], sessions: Days[]) {
  const { data = [] } = usePlacesInWeeks(sessions)
  return data
    .flat()
    .filter(
      ({ state, childId }) =>
        (state === 'booked' || state === 'kept') && childId !== null && childIds.includes(childId),
    )
}

function mondaysOf({ startDate, endDate }: Days): string[] {
  const mondays: string[] = []
  for (let day = mondayOf(startDate); day <= endDate; day = addDays(day, 7)) mondays.push(day)
  return mondays
}

function usePlacesInWeeks(sessions: Days[]) {
  const api = useApi()
  const mondays = [...new Set(sessions.flatMap(mondaysOf))]
  return useQuery({
    queryKey: [...familyPlaces, mondays],
    queryFn: () =>
      Promise.all(
        mondays.map(monday => api.sessions.familyPlaces({ startDate: monday, endDate: addDays(monday, 6) })),
      ),
    enabled: useHasToken(),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

export function usePlaceOrder(kind: OfferingKind) {
  const api = useApi()
  return useMutation({ mutationFn: api.orders[kind].place, ...useAfterOrder(kind) })
}

export function usePlaceTrial(kind: OfferingKind) {
  const api = useApi()
  return useMutation({ mutationFn: api.orders[kind].placeTrial, ...useAfterOrder(kind) })
}

/** Returns a function that fetches again after a refusal, because the last place may be taken. */
function useAfterOrder(kind: OfferingKind) {
  const queryClient = useQueryClient()
  return {
    onSuccess: useEverythingMayHaveChanged(),
    onError: () => {
      // After a missing answer, the dates show what is kept or booked now.
      void queryClient.invalidateQueries({ queryKey: familyPlaces })
      return queryClient.invalidateQueries({ queryKey: previewsOf(kind) })
    },
  }
}

type TrialCheck = Api['trials'][keyof Api['trials']]

/**
 * Checks whether a child may still have a trial of a type. A kind without that call finds out when the trial is placed.
 */
export function useTrialCheck(kind: OfferingKind) {
  const api = useApi()
  const checks: Partial<Record<OfferingKind, TrialCheck>> = api.trials
  return useMutation({
    mutationFn: async (asked: CallInput<typeof contract.trials.class>) => checks[kind]?.(asked),
  })
}

export function useJoinWaitingList(kind: OfferingKind) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: api.waitingLists[kind].join,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: familyPlaces }),
  })
}
