import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { todayInLondon } from '#domain/calendar.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Schema } from '#server/database/schema.ts'
import type { AccountId } from '#server/features/accounts/actor.ts'
import type { PlacedOrder } from './find-repeated-order.ts'
import { requireAccountMayOwe } from './may-owe.ts'
import { makeOrderNumber } from './order-number.ts'

interface NewOrder {
  kind: Schema['orders']['kind']
  accountId: AccountId
  totalPence: number
  requestHash: string
  placedAt: Date
  /** Until when its stock is kept while it is unpaid; an order of nothing has no hold. */
  holdExpiresAt: Date
}

/**
 * Writes the row of an order of anything but places, which `place_order` writes by the same function of the database.
 * The account is locked: one that may not have another unpaid order is refused (decision E-34). One of nothing is paid at once, and its customer told (decision E-04).
 */
export async function writeOrder(tx: Tx, order: NewOrder): Promise<{ orderId: number; placed: PlacedOrder }> {
  const { kind, accountId, totalPence, requestHash, placedAt, holdExpiresAt } = order
  if (totalPence > 0) await requireAccountMayOwe(tx, accountId, placedAt)
  const orderNumber = makeOrderNumber(todayInLondon(placedAt))
  const { rows } = await sql<{ id: number; status: PlacedOrder['status'] }>`
    select order_id as id, order_status as status from write_order(order_number => ${orderNumber}, kind => ${kind},
      buyer => ${accountId}, total_pence => ${totalPence}, request_hash => decode(${requestHash}, 'hex'),
      placed_at => ${placedAt}, hold_expires_at => ${holdExpiresAt})`.execute(tx)
  const [written] = rows
  if (!written) throw new Error('write_order always answers')
  return { orderId: written.id, placed: { orderNumber, totalPence, status: written.status } }
}

/** SHA-256 of what was asked, in hex: tells a repeated submit from a new one. */
export const hashOf = (asked: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(asked)).digest('hex')
