import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { cancelledDates } from '#contract/office/cancelled-dates.ts'
import type { OfficeApi } from '#contract/office/client.ts'
import type { CallInput } from '#contract/wire.ts'
import { useOfficeApi } from '../office-api.ts'
import { useSubmitOnce } from '../submit-once.ts'

export type DatesAsked = CallInput<typeof cancelledDates.preview>

/** Reads the figures again for every choice: a booking or a payment meanwhile changes them. */
export const datesPreviewQuery = (api: OfficeApi, asked: DatesAsked) =>
  queryOptions({
    queryKey: ['cancel-dates', asked],
    queryFn: () => api.cancelledDates.preview(asked),
    gcTime: 0,
    retry: false,
  })

/** Read again whenever the panel opens: a refund meanwhile changes it. */
export const goodwillQuery = (api: OfficeApi, sessionId: number) =>
  queryOptions({
    queryKey: ['date-goodwill', sessionId],
    queryFn: () => api.cancelledDates.previewGoodwill({ sessionId }),
    gcTime: 0,
    retry: false,
  })

/** The dates on sale of a day, to one of which places can move. */
export const targetsQuery = (api: OfficeApi, day: string) =>
  queryOptions({
    queryKey: ['dates-to-move-to', day],
    queryFn: () => api.planner.week({ from: day, to: day, state: 'scheduled' }),
    enabled: day !== '',
  })

const lookAgainMilliseconds = 1000
const whileOnItsWayMilliseconds = 5000

/** Read again every second until everything is settled, and then less often until the money has arrived. */
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
    // Refused, the figures may be others now.
    onError: () => client.invalidateQueries({ queryKey: ['cancel-dates'] }),
  })
}
export function useGiveGoodwill() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: useSubmitOnce(useOfficeApi().cancelledDates.giveGoodwill),
    // Refused, the figures may be others now.
    onError: () => client.invalidateQueries({ queryKey: ['date-goodwill'] }),
  })
}
export const useUndoCancel = () =>
  useMutation({ mutationFn: useSubmitOnce(useOfficeApi().cancelledDates.undo) })
export const useNoteRung = () =>
  useMutation({ mutationFn: useSubmitOnce(useOfficeApi().cancelledDates.rung) })
