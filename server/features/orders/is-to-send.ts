import { type RawBuilder, sql } from 'kysely'

/** Whether a product order `ord` still has pieces that were not returned. */
const hasPiecesToSend = sql<boolean>`exists (select from order_items i where i.order_id = ord.id
  and i.returned_quantity < i.quantity)`

/**
 * Whether the products of an order `ord` with its delivery `d` are still to be sent. False if the closed
 * account's address was erased, or every piece was returned.
 */
export const isToSend: RawBuilder<boolean> = sql`ord.kind = 'product' and ord.status = 'paid'
  and d.dispatched_at is null and d.address <> '' and ${hasPiecesToSend}`
