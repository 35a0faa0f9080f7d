import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '#contract/client.ts'
import type { bookedPlace, ownBookings, receipt, statement } from '#contract/own-bookings.ts'
import type { CallInput, CallOutput, Value } from '#contract/wire.ts'
import { isRefused } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { useApi } from '#web/api.ts'
import { showSuccess } from '#web/ui/messages.tsx'

export type BookedPlace = Value<typeof bookedPlace>
export type Receipt = Value<typeof receipt>
export type Statement = Value<typeof statement>
export type UpNext = CallOutput<typeof ownBookings.upNext>
export type UnpaidOrder = UpNext['unpaid'][number]
export type ExpectedOrder = UpNext['expected'][number]
export type CancelTotals = CallOutput<typeof ownBookings.previewCancel>

/** Queries the account's next places of every kind, and what it owes (record 035). */
export const upNextQuery = (api: Api) =>
  queryOptions({ queryKey: ['own-bookings'], queryFn: () => api.ownBookings.upNext(), staleTime: 0 })

/** Queries an order's receipt: by number for its account, or by a guest's signed address; shows no error. */
export const receiptQuery = (api: Api, { orderNumber = '', guestOrder = '' }) =>
  queryOptions({
    queryKey: ['order', 'receipt', guestOrder || orderNumber],
    queryFn: () =>
      guestOrder ? api.ownBookings.guestReceipt({ guestOrder }) : api.ownBookings.receipt({ orderNumber }),
    enabled: Boolean(guestOrder || orderNumber),
    staleTime: 0,
  })

/** Queries the statement of a child for a month, '2026-11'. */
export const statementQuery = (api: Api, { childId, month }: { childId: number; month: string }) =>
  queryOptions({
    queryKey: ['order', 'statement', childId, month],
    queryFn: () => api.ownBookings.statement({ childId, month: `${month}-01` }),
    enabled: childId > 0,
    staleTime: 0,
  })

/**
 * Queries until when an unpaid order is held, whether it has been paid, and what it contains, for anyone who may pay
 * it.
 */
export const holdQuery = (api: Api, orderNumber: string) =>
  queryOptions({
    queryKey: ['order', 'hold', orderNumber],
    queryFn: () => api.payments.hold({ orderNumber }),
    enabled: orderNumber !== '',
    staleTime: 0,
  })

const cancelPreviews = 'cancel-preview'

/** Queries the refund of cancelling a place now. */
export const cancelPreviewQuery = (api: Api, bookingId: number) =>
  queryOptions({
    queryKey: ['own-bookings', cancelPreviews, bookingId],
    queryFn: () => api.ownBookings.previewCancel({ bookingIds: [bookingId] }),
    staleTime: 0,
    gcTime: 0,
    meta: { showsProblem: true },
  })

/** Tells the business that nobody will come to a place, or withdraws that. */
export function useTellAbsence() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (asked: CallInput<typeof ownBookings.tellAbsence>) => api.ownBookings.tellAbsence(asked),
    onSuccess: (_, { isAbsent }) => {
      showSuccess(isAbsent ? sentences.absenceTold : sentences.absenceTakenBack)
      void queryClient.invalidateQueries({ queryKey: ['own-bookings'] })
      void queryClient.invalidateQueries({ queryKey: ['order'] })
    },
  })
}

/** Cancels a place. Orders, calendars, credits and messages are then fetched again; after a refusal, the refund. */
export function useCancelPlace(onCancelled: () => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (asked: CallInput<typeof ownBookings.cancelPlaces>) => api.ownBookings.cancelPlaces(asked),
    onSuccess: () => {
      showSuccess(sentences.placeCancelled)
      onCancelled()
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== cancelPreviews })
    },
    onError: error =>
      isRefused(error) && queryClient.invalidateQueries({ queryKey: ['own-bookings', cancelPreviews] }),
  })
}
