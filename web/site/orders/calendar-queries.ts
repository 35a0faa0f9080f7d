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

/** A booked place, with what its owner needs to move it. */
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

/** Queries a week of the account's bookings of a kind. */
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

/**
 * Queries a week of sessions to which a place may move; a failure is shown, and a refusal closes the dialog
 * (spec 2 §8).
 */
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

/** Moves a place, and then refetches calendars, timetables, orders and messages; after a refusal, the targets. */
export function useMovePlace(kind: OfferingKind) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (request: CallInput<typeof contract.rescheduling.class.move>) =>
      api.rescheduling[kind].move(request),
    onSuccess: () => {
      showSuccess(sentences.rescheduled)
      // The targets of the moved place are left out, because their dialog is closing.
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[2] !== 'change-targets' })
    },
    onError: () => queryClient.invalidateQueries({ queryKey: changeTargetsOf(kind) }),
  })
}
