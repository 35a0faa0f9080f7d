import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { todayInLondon } from '#domain/calendar.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Orders } from '#server/database/schema.ts'
import type { AccountId } from '#server/features/accounts/actor.ts'
import type { PlacedOrder } from './find-repeated-order.ts'
import { makeOrderNumber } from './order-number.ts'

/** An order as `write_order` (database/functions) takes it, which refuses any other key and any other type. */
export interface NewOrder {
  orderNumber: string
  kind: Orders['kind']
  accountId: AccountId | null
  guestName: string
  guestEmail: string
  guestPhone: string
  guestNetwork: string
  isTrial: boolean
  listPence: number
  creditValuePence: number
  discountPence: number
  totalPence: number
  creditsUsed: number
  /** Tells a repeated submit from a new one: `hashOf` what was asked. */
  requestHash: string
  placedAt: Date
  /** Until when its places or stock are kept unpaid; an order of nothing has no hold. */
  holdExpiresAt: Date
}

/** What every order has of its own; the rest is of one without guest, trial, credits and discount. */
type Essentials = Pick<
  NewOrder,
  'kind' | 'accountId' | 'totalPence' | 'requestHash' | 'placedAt' | 'holdExpiresAt'
>

/** A new order with a number of its own. */
export const newOrder = (given: Essentials & Partial<NewOrder>): NewOrder => ({
  orderNumber: makeOrderNumber(todayInLondon(given.placedAt)),
  guestName: '',
  guestEmail: '',
  guestPhone: '',
  guestNetwork: '',
  isTrial: false,
  listPence: given.totalPence,
  creditValuePence: 0,
  discountPence: 0,
  creditsUsed: 0,
  ...given,
})

/** SHA-256 of what was asked, in hex. */
export const hashOf = (asked: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(asked)).digest('hex')

/** Writes an order's row. One of nothing is paid at once, and its customer told (decision E-04). */
export async function writeOrder(tx: Tx, order: NewOrder): Promise<{ orderId: number; placed: PlacedOrder }> {
  const { rows } = await sql<{ order_id: number; order_status: PlacedOrder['status'] }>`
    select order_id, order_status from write_order(${JSON.stringify(order)})`.execute(tx)
  const [written] = rows
  if (!written) throw new Error('write_order always answers')
  const { orderNumber, totalPence } = order
  return { orderId: written.order_id, placed: { orderNumber, totalPence, status: written.order_status } }
}
