import { queryOptions, useMutation } from '@tanstack/react-query'
import type { OfficeApi } from '#contract/office/client.ts'
import type { orders } from '#contract/office/orders.ts'
import type { CallInput } from '#contract/wire.ts'
import { useOfficeApi } from '../office-api.ts'
import { useSubmitOnce } from '../submit-once.ts'
import { useDownload } from '../ui/download-queries.ts'
import { listQuery } from '../ui/office-list.ts'

export type OrderFilters = CallInput<typeof orders.export>

export type OrderSort = CallInput<typeof orders.list>['sort']

export const ordersQuery = (api: OfficeApi, filters: CallInput<typeof orders.list>) =>
  listQuery(['orders', filters], after => api.orders.list({ ...filters, after }))

export const expectedSumQuery = (api: OfficeApi, filters: OrderFilters) =>
  queryOptions({
    queryKey: ['expected sum', filters],
    queryFn: () => api.orders.expected(filters),
    placeholderData: before => before,
  })

export const orderQuery = (api: OfficeApi, number: string) =>
  queryOptions({ queryKey: ['order', number], queryFn: () => api.orders.get({ number }) })

export const orderChoicesQuery = (api: OfficeApi) =>
  queryOptions({ queryKey: ['order choices'], queryFn: () => api.orders.choices({}), staleTime: 5 * 60_000 })

export const useExportOrders = () => useDownload(useOfficeApi().orders.export)

export const toSendQuery = (api: OfficeApi) =>
  queryOptions({ queryKey: ['to send'], queryFn: () => api.parcels.list({}) })

export function useSendParcels() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: useSubmitOnce(api.parcels.markSent) })
}
/**
 * Queries the places that can be cancelled. Read when the panel opens, because the refunds depend
 * on the time.
 */
export const cancellableQuery = (api: OfficeApi, number: string) =>
  queryOptions({
    queryKey: ['cancellable', number],
    queryFn: () => api.orders.previewCancel({ number }),
    gcTime: 0,
  })

/** Queries the dates of a class to which a place can move. Read when the panel opens, because places are taken. */
export const moveQuery = (api: OfficeApi, bookingId: number, offeringId: number | undefined) =>
  queryOptions({
    queryKey: ['move', bookingId, offeringId ?? 0],
    queryFn: () => api.orders.previewMove({ bookingId, ...(offeringId && { offeringId }) }),
    gcTime: 0,
    staleTime: 0,
  })

/** Queries what can be refunded. Read when the panel opens, because credits may have been spent. */
export const refundableQuery = (api: OfficeApi, number: string) =>
  queryOptions({
    queryKey: ['refundable', number],
    queryFn: () => api.orders.previewRefund({ number }),
    gcTime: 0,
  })

/** Queries what ending an order with expected money would give back. Read at the press, because money may have arrived. */
export const takeBackQuery = (api: OfficeApi, number: string) =>
  queryOptions({
    queryKey: ['take back', number],
    queryFn: () => api.orders.previewTakeBack({ number }),
    gcTime: 0,
    staleTime: 0,
  })

/** Reads the refund of a place and the price of the other date. Neither is cached, because both change. */
export const rebookQuery = (
  api: OfficeApi,
  asked: { bookingId: number; sessionId: number; pay: 'credits' | 'desk' | 'expected' | 'link' },
) =>
  queryOptions({
    queryKey: ['rebook', asked],
    queryFn: () => api.deskBookings.previewRebook(asked),
    gcTime: 0,
    staleTime: 0,
  })
export const useRebook = () => useMutation({ mutationFn: useSubmitOnce(useOfficeApi().deskBookings.rebook) })

/** Lists the booked places of a date, which change while others book. */
export const placesOfDateQuery = (api: OfficeApi, sessionId: number) =>
  queryOptions({
    queryKey: ['places of date', sessionId],
    queryFn: () => api.orders.placesOfDate({ sessionId }),
    gcTime: 0,
    staleTime: 0,
  })

export const useMovePlace = () => useMutation({ mutationFn: useSubmitOnce(useOfficeApi().orders.move) })
export const useMoveAtOtherPrice = () =>
  useMutation({ mutationFn: useSubmitOnce(useOfficeApi().orders.moveAtOtherPrice) })

// The forms show their refusals themselves.
const isSilent = { meta: { isSilent: true } }

export const useCancelPlaces = () =>
  useMutation({ mutationFn: useOfficeApi().orders.cancelPlaces, ...isSilent })
export const useRefundOrder = () => useMutation({ mutationFn: useOfficeApi().orders.refund, ...isSilent })
export const useRetryRefund = () =>
  useMutation({ mutationFn: useSubmitOnce(useOfficeApi().orders.retryRefund) })
export const useRefundByHand = () =>
  useMutation({ mutationFn: useOfficeApi().orders.refundByHand, ...isSilent })
export const useNoteOrder = () => useMutation({ mutationFn: useSubmitOnce(useOfficeApi().orders.note) })
export const useAskAgain = () => useMutation({ mutationFn: useSubmitOnce(useOfficeApi().orders.askAgain) })
export const useGiveBackMismatch = () =>
  useMutation({ mutationFn: useSubmitOnce(useOfficeApi().orders.giveBackMismatch) })
export const useAskRefund = () => useMutation({ mutationFn: useOfficeApi().orders.askRefund, ...isSilent })
export const useDeclineRefund = () =>
  useMutation({ mutationFn: useSubmitOnce(useOfficeApi().orders.declineRefund) })
export const useReceive = () => useMutation({ mutationFn: useOfficeApi().orders.receive, ...isSilent })
export const usePayAtDesk = () => useMutation({ mutationFn: useOfficeApi().orders.payAtDesk, ...isSilent })
export const useCorrectReceipt = () =>
  useMutation({ mutationFn: useSubmitOnce(useOfficeApi().orders.correctReceipt) })
export const useTakeBack = () => useMutation({ mutationFn: useSubmitOnce(useOfficeApi().orders.takeBack) })
/** Queries the guests whom somebody has to ring. Read when the list opens, because colleagues tick it too. */
export const toRingQuery = (api: OfficeApi) =>
  queryOptions({ queryKey: ['to ring'], queryFn: () => api.orders.toRing({}), gcTime: 0, staleTime: 0 })
export const useMarkRung = () => useMutation({ mutationFn: useSubmitOnce(useOfficeApi().orders.rung) })
export const useEndOrder = () => useMutation({ mutationFn: useSubmitOnce(useOfficeApi().orders.end) })
export const useSendPaymentLink = () =>
  useMutation({ mutationFn: useOfficeApi().orders.sendPaymentLink, ...isSilent })
export const useRemind = () => useMutation({ mutationFn: useSubmitOnce(useOfficeApi().orders.remind) })
