import { type RawBuilder, sql } from 'kysely'

/** Whether the customer of a product order `ord` still has pieces of it. */
const hasPiecesToSend = sql<boolean>`exists (select from order_items i where i.order_id = ord.id
  and i.returned_quantity < i.quantity)`

/**
 * Whether the products of an order `ord` with its delivery `d` wait to be sent. A closed account's address was
 * erased, so its order cannot be sent; neither can one of which every piece came back.
 */
export const isToSend: RawBuilder<boolean> = sql`ord.kind = 'product' and ord.status = 'paid'
  and d.dispatched_at is null and d.address <> '' and ${hasPiecesToSend}`
