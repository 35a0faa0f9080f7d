import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '#contract/client.ts'
import type { contract } from '#contract/contract.ts'
import type { ownSession } from '#contract/offerings.ts'
import type { CallInput, Value } from '#contract/wire.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { sentences } from '#domain/sentences.ts'
import type { TimetableDay } from '#domain/timetable.ts'
import { useApi } from '#web/api.ts'
import type { Week } from '#web/site/offerings/timetable-query.ts'
import { calendarQueryOf, type TimetableView } from '#web/site/offerings/timetable-view.ts'
import { showSuccess } from '#web/ui/messages.tsx'

export type OwnSession = Value<typeof ownSession>

/** A booked place, as its owner may move it. */
export interface OwnPlace {
  bookingId: number
  sessionId: number
  date: string
  startTime: string
  endTime: string
  venue: string
  title: string
  attendee: string
  isTrial: boolean
}

/** A week of what the account has booked of a kind. */
export function ownTimetableQuery(api: Api, kind: OfferingKind, view: TimetableView) {
  const asked = calendarQueryOf(view)
  return queryOptions({
    queryKey: ['offerings', kind, 'own', asked],
    queryFn: (): Promise<TimetableDay<OwnSession>[]> => api.offerings[kind].ownTimetable(asked),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

const changeTargetsOf = (kind: OfferingKind) => ['offerings', kind, 'change-targets']

/** A week of sessions that a place might be moved to; a failure is told, and a “no” closes the dialog (spec 2 §8). */
export function changeTargetsQuery(
  api: Api,
  kind: OfferingKind,
  { bookingId, sessionId }: Pick<OwnPlace, 'bookingId' | 'sessionId'>,
  view: TimetableView,
) {
  const asked = { ...calendarQueryOf(view), bookingId, sessionId }
  return queryOptions({
    queryKey: [...changeTargetsOf(kind), asked],
    queryFn: (): Promise<Week> => api.offerings[kind].changeTargets(asked),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    meta: { showsProblem: true },
  })
}

/** Moves a place; calendars, timetables, orders and messages are then asked for anew, or what could be chosen if it was refused. */
export function useMovePlace(kind: OfferingKind) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (wish: CallInput<typeof contract.rescheduling.class.move>) =>
      api.rescheduling[kind].move(wish),
    onSuccess: () => {
      showSuccess(sentences.rescheduled)
      // But not where the place could have gone: it has gone, and the dialog closes.
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[2] !== 'change-targets' })
    },
    onError: () => queryClient.invalidateQueries({ queryKey: changeTargetsOf(kind) }),
  })
}
