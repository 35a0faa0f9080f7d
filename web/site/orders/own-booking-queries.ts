import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#contract/client.ts'
import type { bookedPlace, ownBookings, receipt } from '#contract/own-bookings.ts'
import type { CallOutput, Value } from '#contract/wire.ts'

export type BookedPlace = Value<typeof bookedPlace>
export type Receipt = Value<typeof receipt>
export type UpNext = CallOutput<typeof ownBookings.upNext>
export type UnpaidOrder = UpNext['unpaid'][number]

/** The account's next places of every kind, and what it has yet to pay (record 035). */
export const upNextQuery = (api: Api) =>
  queryOptions({ queryKey: ['own-bookings'], queryFn: () => api.ownBookings.upNext(), staleTime: 0 })

/** An order's receipt: by its number for its account, or by a guest's signed address; silent where there is none. */
export const receiptQuery = (api: Api, { orderNumber = '', guestOrder = '' }) =>
  queryOptions({
    queryKey: ['order', 'receipt', guestOrder || orderNumber],
    queryFn: () =>
      guestOrder ? api.ownBookings.guestReceipt({ guestOrder }) : api.ownBookings.receipt({ orderNumber }),
    enabled: Boolean(guestOrder || orderNumber),
    staleTime: 0,
  })

/** Until when an unpaid order is kept, whether it was paid since, and what it is of, for whoever may pay it. */
export const holdQuery = (api: Api, orderNumber: string) =>
  queryOptions({
    queryKey: ['order', 'hold', orderNumber],
    queryFn: () => api.payments.hold({ orderNumber }),
    enabled: orderNumber !== '',
    staleTime: 0,
  })
