import { sql } from 'kysely'
import { CardsUnavailable, isCardTrouble } from '#server/cards/card-provider.ts'
import { DatabaseSilent, DatabaseUnavailable } from '#server/database/connect.ts'
import type { Services } from '#server/services.ts'
import { endOrder } from './end-order.ts'

const batchSize = 200
const failuresUntilLater = 3

/**
 * Cancels every unpaid order whose hold has ended (decision E-05) and returns how many. Several processes may
 * do so at once. Orders without a card page come first, because they do not need the provider; if it is down,
 * the others keep their places until the next run. An order that fails does not delay the others. A stopping
 * process begins no further order.
 */
export async function expireOrders(services: Services, stopping?: AbortSignal): Promise<number> {
  const { db, clock, log } = services
  const due = await db
    .selectFrom('orders')
    .select('orders.id')
    .where('status', '=', 'pending')
    .where('hold_expires_at', '<=', clock())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments')
            .select('payments.id')
            .whereRef('payments.order_id', '=', 'orders.id')
            .where('payments.status', '=', 'mismatched'),
        ),
      ),
    )
    .orderBy(({ exists, selectFrom }) =>
      exists(
        selectFrom('payments')
          .select('payments.id')
          .whereRef('payments.order_id', '=', 'orders.id')
          .where('payments.status', '=', 'created'),
      ),
    )
    // In random order, so that failing orders do not block the others.
    .orderBy(sql`random()`)
    .limit(batchSize)
    .execute()
  let ended = 0
  let failures = 0
  for (const { id } of due) {
    if (failures === failuresUntilLater || stopping?.aborted) break
    const ending = await endOrder(services, id, 'expired').catch(error => {
      if (error instanceof DatabaseUnavailable || error instanceof DatabaseSilent) throw error
      log.error('expired order could not be closed', { error })
      if (error instanceof CardsUnavailable) failures += 1
    })
    if (ending === 'cancelled') ended += 1
  }
  return ended
}

interface ReadOrder {
  status: string
  /** The end of its hold, if it has one. */
  holdExpiresAt: Date | string | null
}

/**
 * Reads an order with `read`. If its hold has ended it is cancelled first and read again; if the provider is
 * down it is returned as it is.
 */
export async function readCurrent<Order extends ReadOrder | undefined>(
  services: Services,
  orderNumber: string,
  read: () => Promise<Order>,
): Promise<Order> {
  const found = await read()
  if (found?.status !== 'pending') return found
  const { holdExpiresAt } = found
  if (holdExpiresAt instanceof Date && holdExpiresAt > services.clock()) return found
  return (await expireIfDue(services, orderNumber)) ? read() : found
}

async function expireIfDue(services: Services, orderNumber: string): Promise<boolean> {
  const { db, clock } = services
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('order_number', '=', orderNumber)
    .where('status', '=', 'pending')
    .where('hold_expires_at', '<=', clock())
    .executeTakeFirst()
  if (!order) return false
  await endOrder(services, order.id, 'expired').catch(error => {
    if (!isCardTrouble(error)) throw error
  })
  return true
}
