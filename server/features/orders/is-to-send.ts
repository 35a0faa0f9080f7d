import { type RawBuilder, sql } from 'kysely'

/** Whether a product order `ord` still has pieces that were not returned. */
const hasPiecesToSend = sql<boolean>`exists (select from order_items i where i.order_id = ord.id
  and i.returned_quantity < i.quantity)`

/**
 * Whether an order `ord` with its delivery `d` can be marked as sent. False if the delivery of a closed account was erased,
 * or every piece was returned.
 */
export const isDispatchable: RawBuilder<boolean> = sql`ord.kind = 'product' and ord.status = 'paid'
  and d.dispatched_at is null and d.full_name <> '' and ${hasPiecesToSend}`

/** Whether the products of an order `ord` with its delivery `d` are still to be sent, or handed over. */
export const isToSend: RawBuilder<boolean> = sql`${isDispatchable} and d.handed_over_at is null`
