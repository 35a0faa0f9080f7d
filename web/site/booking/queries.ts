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
import { isOnItsWay } from '#web/ui/on-its-way.ts'
import { useSettled } from '#web/ui/settled.ts'
import { type Choice, type Preview, type PreviewWish, previewWish, takesChildren } from './booking-choice.ts'
import { useKept } from './kept-choice.ts'

/** Spec 1 §7: the preview is asked for again so long after a change. */
const previewDelayMilliseconds = 100

const previewsOf = (kind: OfferingKind) => ['bookings', kind, 'preview']

const previewQuery = (api: Api, kind: OfferingKind, wish: PreviewWish) =>
  queryOptions({
    queryKey: [...previewsOf(kind), wish],
    queryFn: () => api.orders[kind].preview(wish),
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
    // A refused discount code is said at its field. Here, for observers of one query share what is set last.
    meta: { showsProblem: wish.discountCode === '', leadsToLogIn: true },
  })

/**
 * What the choice costs, asked for again after each change (`isFetching` from the change on); an overtaken answer is
 * dropped, and what was known stays while or when the next one does not come.
 */
export function useQuote(kind: OfferingKind, choice: Choice) {
  const api = useApi()
  const [known, setKnown] = useState<Preview>()
  const wanted = previewWish(choice, known)
  const wish = useSettled(wanted, previewDelayMilliseconds)
  const newest = useCodedQuote(
    discountCode => previewQuery(api, kind, { ...wish, discountCode }),
    wish.discountCode,
  )
  if (newest.quote && newest.quote !== known) setKnown(newest.quote)
  const isFetching = newest.isFetching || JSON.stringify(wanted) !== JSON.stringify(wish)
  return { ...newest, quote: newest.quote ?? known, isFetching }
}

/** The account's own children, oldest entry first; not asked for where a contact comes. */
export function useOwnChildren(kind: OfferingKind) {
  return useQuery({ ...childrenQuery(useApi()), enabled: takesChildren(kind) })
}

/**
 * The chosen children, and the way to choose others: to begin with an only child (decision C-41), who can be taken
 * off like any other.
 */
export function useChosenChildren(kind: OfferingKind): [childIds: number[], choose: (ids: number[]) => void] {
  const [chosen, choose] = useKept('childIds')
  const own = (useOwnChildren(kind).data ?? []).map(({ id }) => id)
  // Whoever logged in at a wall may be somebody else than before it.
  return [chosen?.filter(id => own.includes(id)) ?? (own.length === 1 ? own : []), choose]
}

/** What the family has in an offering, on all its dates. */
function useFamilyPlacesOf(offeringId: number) {
  const api = useApi()
  return useQuery({
    queryKey: [...familyPlaces, 'of', offeringId],
    queryFn: () => api.sessions.familyPlacesOf({ offeringId }),
    enabled: useHasToken(),
    staleTime: 0,
  })
}

/** Whether what a dialog says of the family beside the dates is still on its way; asked for beside the first preview. */
export function useIsFamilyComing(
  kind: OfferingKind,
  { offeringId, date, endDate }: ClickedSession,
): boolean {
  const family = [
    useOwnChildren(kind),
    useFamilyPlacesOf(offeringId),
    usePlacesInWeeks([{ startDate: date, endDate }]),
  ]
  const practical = usePractical(offeringId)
  return takesChildren(kind) && isOnItsWay(practical, ...family)
}

/** What the family has in the sessions of an offering, and which of these children have a place in one already. */
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

/** Where these children have a place already, in each of the weeks in which these sessions are on. */
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

/** What was refused is looked at anew: the last place may have gone meanwhile. */
function useAfterOrder(kind: OfferingKind) {
  const queryClient = useQueryClient()
  return {
    onSuccess: useEverythingMayHaveChanged(),
    onError: () => {
      // Where no answer came, the dates tell what is kept or booked by now.
      void queryClient.invalidateQueries({ queryKey: familyPlaces })
      return queryClient.invalidateQueries({ queryKey: previewsOf(kind) })
    },
  }
}

type TrialCheck = Api['trials'][keyof Api['trials']]

/** Whether a child may still have a trial of a type; a kind without that call finds out when the trial is placed. */
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
