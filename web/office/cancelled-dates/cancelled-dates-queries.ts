import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { cancelledDates } from '#contract/office/cancelled-dates.ts'
import type { OfficeApi } from '#contract/office/client.ts'
import type { CallInput } from '#contract/wire.ts'
import { useOfficeApi } from '../office-api.ts'
import { useSubmitOnce } from '../submit-once.ts'

export type DatesAsked = CallInput<typeof cancelledDates.preview>

/**
 * Queries the figures for a choice. They are not cached, because a booking or payment changes them.
 */
export const datesPreviewQuery = (api: OfficeApi, asked: DatesAsked) =>
  queryOptions({
    queryKey: ['cancel-dates', asked],
    queryFn: () => api.cancelledDates.preview(asked),
    gcTime: 0,
    retry: false,
  })

/**
 * Queries what can be refunded for a begun date. Read when the panel opens, because an earlier
 * refund changes it.
 */
export const goodwillQuery = (api: OfficeApi, sessionId: number) =>
  queryOptions({
    queryKey: ['date-goodwill', sessionId],
    queryFn: () => api.cancelledDates.previewGoodwill({ sessionId }),
    gcTime: 0,
    retry: false,
  })

/** Queries the dates on sale on a day, to which a place can move. */
export const targetsQuery = (api: OfficeApi, day: string) =>
  queryOptions({
    queryKey: ['dates-to-move-to', day],
    queryFn: () => api.planner.week({ from: day, to: day, state: 'scheduled' }),
    enabled: day !== '',
  })

const lookAgainMilliseconds = 1000
const whileOnItsWayMilliseconds = 5000

/**
 * Queries the progress of a cancellation: every second until all is settled, then less often until
 * the money has arrived.
 */
export const progressQuery = (api: OfficeApi, id: number) =>
  queryOptions({
    queryKey: ['cancelled-dates', id],
    queryFn: () => api.cancelledDates.progress({ id }),
    refetchInterval: ({ state: { data } }) => {
      if (!data?.undone && !data?.settledAt) return lookAgainMilliseconds
      const isOnItsWay = data.orders.some(({ refund }) => refund === 'requested')
      return isOnItsWay && !data.undone ? whileOnItsWayMilliseconds : false
    },
  })

export function useCancelDates() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: useSubmitOnce(useOfficeApi().cancelledDates.cancel),
    // After a refusal the figures may have changed.
    onError: () => client.invalidateQueries({ queryKey: ['cancel-dates'] }),
  })
}
export function useGiveGoodwill() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: useSubmitOnce(useOfficeApi().cancelledDates.giveGoodwill),
    // After a refusal the figures may have changed.
    onError: () => client.invalidateQueries({ queryKey: ['date-goodwill'] }),
  })
}
export const useUndoCancel = () =>
  useMutation({ mutationFn: useSubmitOnce(useOfficeApi().cancelledDates.undo) })
export const useMarkPhoned = () =>
  useMutation({ mutationFn: useSubmitOnce(useOfficeApi().cancelledDates.rung) })
