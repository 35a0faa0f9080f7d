import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '#contract/client.ts'
import type { bookingOrder } from '#contract/orders.ts'
import type { Value } from '#contract/wire.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { useApi } from '#web/api.ts'
import type { AskedPage } from '#web/ui/forms/paged.tsx'
import { holdQuery, upNextQuery } from './own-booking-queries.ts'

export type BookingOrder = Value<typeof bookingOrder>

export const ordersQuery = (api: Api, kind: OfferingKind, asked: AskedPage) =>
  queryOptions({
    queryKey: ['orders', kind, asked],
    queryFn: () => api.orders[kind].list(asked),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const orderQuery = (api: Api, kind: OfferingKind, orderNumber: string) =>
  queryOptions({
    queryKey: ['order', kind, orderNumber],
    queryFn: () => api.orders[kind].details({ orderNumber }),
    staleTime: 0,
    meta: { showsProblem: true },
  })

/**
 * Returns a function that fetches orders and upcoming bookings again, after one was or may have been paid or cancelled.
 */
export function useReloadOrder() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      ['order', 'orders', 'own-bookings'].map(key => queryClient.invalidateQueries({ queryKey: [key] })),
    )
}

/**
 * Cancels an order and returns its places and credits. After the answer nothing offers to pay for it, even while the
 * pages are fetched again, or if that fails.
 */
export function useCancelOrder(onCancelled: () => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ kind, orderNumber }: { kind: OfferingKind; orderNumber: string }) =>
      api.orders[kind].cancel({ orderNumber }),
    onSuccess: (_answer, { kind, orderNumber }) => {
      queryClient.setQueryData(
        orderQuery(api, kind, orderNumber).queryKey,
        order => order && { ...order, status: 'cancelled' as const },
      )
      queryClient.setQueryData(
        upNextQuery(api).queryKey,
        next => next && { ...next, unpaid: next.unpaid.filter(order => order.orderNumber !== orderNumber) },
      )
      queryClient.setQueryData(holdQuery(api, orderNumber).queryKey, {
        title: '',
        isPaid: false,
        keptUntil: null,
      })
      onCancelled()
    },
    onSettled: () => queryClient.invalidateQueries(),
  })
}
