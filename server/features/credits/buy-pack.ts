import { endOfHold } from '#domain/payment-times.ts'
import { isPayable } from '#domain/prices.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { type Payable, requireNotHigher } from '#domain/shown-price.ts'
import type { Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { lockOwnAccount } from '#server/features/accounts/queries.ts'
import { findRepeatedOrder, type PlacedOrder } from '#server/features/orders/find-repeated-order.ts'
import { moveCredits } from '#server/features/orders/write-ledger.ts'
import { hashOf, writeOrder } from '#server/features/orders/write-order.ts'
import type { AccountId, SignedIn } from '#server/request/actor.ts'
import type { Services } from '#server/services.ts'

interface Pack {
  id: number
  name: string
  credits: number
  price_pence: number
}

interface Asked {
  packId: number
  /** The price that the customer saw, which the order may not exceed. */
  shown?: Payable | undefined
}

/**
 * Orders a class pack (decision E-03). Its credits are granted with the payment, or at once if it is free. The same
 * pack within 60 seconds is the same order, unpaid or free (decision E-38). Locks the account.
 */
export async function buyPack(services: Services, actor: SignedIn, asked: Asked): Promise<PlacedOrder> {
  const { db, clock, jobWaiting } = services
  const { accountId } = actor
  const { packId, shown } = asked
  const placed = await transaction(db, async tx => {
    const now = clock()
    await lockOwnAccount(tx, accountId)
    const requestHash = hashOf(['pack', packId])
    const repeated = await findRepeatedOrder(tx, accountId, requestHash, now)
    if (repeated) return repeated
    const pack = await tx
      .selectFrom('class_packs')
      .select(['id', 'name', 'credits', 'price_pence'])
      .where('id', '=', packId)
      .where('is_active', '=', true)
      .executeTakeFirst()
    requireThat(pack && isPayable(pack.price_pence), sentences.packNotFound)
    requireNotHigher({ totalPence: pack.price_pence, creditsUsed: 0 }, shown)
    return orderPack(tx, services, accountId, pack, requestHash, now)
  })
  if (placed.status === 'paid') jobWaiting()
  return placed
}

async function orderPack(
  tx: Tx,
  { config }: Services,
  accountId: AccountId,
  pack: Pack,
  requestHash: string,
  now: Date,
): Promise<PlacedOrder> {
  const { orderId, placed } = await writeOrder(tx, {
    kind: 'pack',
    accountId,
    totalPence: pack.price_pence,
    requestHash,
    placedAt: now,
    holdExpiresAt: endOfHold(now, config.holdMinutes),
  })
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
  if (placed.status === 'paid') {
    await moveCredits(tx, { accountId, delta: pack.credits, reason: 'pack', orderId, memo: pack.name, now })
  }
  return placed
}
