import { todayInLondon } from '#domain/calendar.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import type { AccountId, SignedIn } from '#server/features/accounts/actor.ts'
import { findRepeatedOrder, type PlacedOrder } from '#server/features/orders/find-repeated-order.ts'
import { makeOrderNumber } from '#server/features/orders/order-number.ts'
import { hashOf } from '#server/features/orders/place-order.ts'
import { moveCredits } from '#server/features/orders/write-ledger.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Services } from '#server/services.ts'

interface Pack {
  id: number
  name: string
  credits: number
  price_pence: number
}

/**
 * Orders a class pack (decision E-03): its credits come with the payment, or at once when it costs nothing. The
 * same pack within 60 seconds is the same unpaid order (decision E-38). Locks the account.
 */
export async function buyPack(services: Services, actor: SignedIn, packId: number): Promise<PlacedOrder> {
  const { db, clock, jobWaiting } = services
  const { accountId } = actor
  const placed = await transaction(db, async tx => {
    const now = clock()
    await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
    const requestHash = hashOf(['pack', packId])
    const repeated = await findRepeatedOrder(tx, accountId, requestHash, now)
    if (repeated) return repeated
    const pack = await tx
      .selectFrom('class_packs')
      .select(['id', 'name', 'credits', 'price_pence'])
      .where('id', '=', packId)
      .where('is_active', '=', true)
      .executeTakeFirst()
    requireThat(pack, sentences.packNotFound)
    return writeOrder(tx, services, accountId, pack, requestHash, now)
  })
  if (placed.status === 'paid') jobWaiting()
  return placed
}

async function writeOrder(
  tx: Tx,
  { config }: Services,
  accountId: AccountId,
  pack: Pack,
  requestHash: string,
  now: Date,
): Promise<PlacedOrder> {
  const isFree = pack.price_pence === 0
  const orderNumber = makeOrderNumber(todayInLondon(now))
  const status = isFree ? 'paid' : 'pending'
  const { id: orderId } = await tx
    .insertInto('orders')
    .values({
      order_number: orderNumber,
      kind: 'pack',
      account_id: accountId,
      status,
      list_pence: pack.price_pence,
      total_pence: pack.price_pence,
      payment_method: isFree ? 'free' : null,
      placed_at: now,
      hold_expires_at: isFree ? null : new Date(now.getTime() + config.holdMinutes * 60_000),
      paid_at: isFree ? now : null,
      request_hash: Buffer.from(requestHash, 'hex'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('order_packs')
    .values({
      order_id: orderId,
      class_pack_id: pack.id,
      name: pack.name,
      credits: pack.credits,
      price_pence: pack.price_pence,
    })
    .execute()
  if (isFree) {
    await moveCredits(tx, {
      accountId,
      delta: pack.credits,
      reason: 'pack',
      orderId,
      memo: pack.name,
      now,
    })
    await enqueue(tx, 'order-confirmed', { orderId }, now, `order-confirmed-${orderId}`)
  }
  return { orderNumber, totalPence: pack.price_pence, status }
}
