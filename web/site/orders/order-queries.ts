import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { bookingOrder } from '#contract/orders.ts'
import type { Value } from '#contract/wire.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import type { Api } from '#web/api.ts'

export type BookingOrder = Value<typeof bookingOrder>

export const ordersQuery = (api: Api, kind: OfferingKind, page: number, limit: number | undefined) =>
  queryOptions({
    queryKey: ['orders', kind, page, limit ?? 0],
    queryFn: () => api.orders[kind].list({ page, limit }),
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
