import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '#contract/client.ts'
import type { bookingOrder } from '#contract/orders.ts'
import type { Value } from '#contract/wire.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { useApi } from '#web/api.ts'
import type { AskedPage } from '#web/ui/paged.tsx'
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

/** Asks for orders, and for what is next, anew: after one was paid or cancelled, or may have been. */
export function useReloadOrder() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      ['order', 'orders', 'own-bookings'].map(key => queryClient.invalidateQueries({ queryKey: [key] })),
    )
}

/**
 * Places and credits come back with it. From the answer on nothing offers to pay what is cancelled, however long the
 * pages that are then asked for anew take, and if they never come.
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
