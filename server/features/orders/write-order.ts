import { createHash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { todayInLondon } from '#domain/calendar.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Schema } from '#server/database/schema.ts'
import type { AccountId } from '#server/request/actor.ts'
import type { PlacedOrder } from './find-repeated-order.ts'
import { requireAccountFewUnpaid } from './limit-unpaid-orders.ts'
import { makeOrderNumber } from './order-number.ts'

type Row = Selectable<Schema['orders']>
/** The columns that `write_order` and later events fill in (functions/new-order.sql). */
type FilledIn =
  | (
      | 'id'
      | 'status'
      | 'payment_method'
      | 'paid_pence'
      | 'refunded_pence'
      | 'earns_points'
      | 'points_short'
      | 'policy'
    )
  | ('paid_at' | 'completed_at' | 'cancelled_at' | 'cancel_reason')

/** The row of a new order. `hold_expires_at` applies while it is unpaid: a free order has no hold. */
export type NewOrder = Omit<Row, FilledIn | 'request_hash'> & { request_hash: string }

interface AccountOrder {
  kind: Row['kind']
  accountId: AccountId
  totalPence: number
  /** The price before a discount: the total, unless staff give it without payment. */
  listPence?: number
  /** The member of staff who sells it to the account: its limits are for the family's own orders. */
  placedBy?: number
  /** The part of the total that sending costs. */
  postagePence?: number
  requestHash: string
  placedAt: Date
  holdExpiresAt: Date
}

/**
 * Writes the row of an order without places. `place_order` writes orders with places by the same database function.
 * The caller has locked the account. Refuses if the account may not have another unpaid order (decision E-34). A free
 * order is paid at once, and its customer notified (decision E-04).
 */
export async function writeOrder(
  tx: Tx,
  { kind, accountId, totalPence, listPence = totalPence, postagePence = 0, placedBy, ...given }: AccountOrder,
): Promise<{ orderId: number; placed: PlacedOrder }> {
  const { requestHash, placedAt, holdExpiresAt } = given
  if (totalPence > 0 && placedBy === undefined) await requireAccountFewUnpaid(tx, accountId, placedAt)
  const orderNumber = makeOrderNumber(todayInLondon(placedAt))
  const order: NewOrder = {
    order_number: orderNumber,
    kind,
    account_id: accountId,
    ...{ guest_name: '', guest_email: '', guest_phone: '', guest_network: '' },
    is_trial: false,
    list_pence: listPence,
    ...{ credit_value_pence: 0, discount_pence: listPence - totalPence, credits_used: 0 },
    total_pence: totalPence,
    request_hash: bytesInSql(requestHash),
    placed_at: placedAt,
    placed_by: placedBy ?? null,
    postage_pence: postagePence,
    hold_expires_at: holdExpiresAt,
  }
  const { rows } = await sql<{ id: number; status: PlacedOrder['status'] }>`
    select order_id as id, order_status as status from write_order(new_order(${JSON.stringify(order)}))`.execute(
    tx,
  )
  const [written] = rows
  if (!written) throw new Error('write_order always answers')
  return { orderId: written.id, placed: { orderNumber, totalPence, status: written.status } }
}

/** Formats hex as bytes that PostgreSQL reads from JSON. */
export const bytesInSql = (hex: string): string => `\\x${hex}`

/** Returns the SHA-256 of a request in hex, by which a repeated submission is recognised. */
export const hashOf = (asked: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(asked)).digest('hex')
