import { endOfHold } from '#domain/payment-times.ts'
import { isPayable } from '#domain/prices.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { type Payable, requireNotHigher } from '#domain/shown-price.ts'
import type { Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { lockOwnAccount } from '#server/features/accounts/queries.ts'
import { requireNotPaused } from '#server/features/business/pause-bookings.ts'
import { findRepeatedOrder, type PlacedOrder } from '#server/features/orders/find-repeated-order.ts'
import { moveCredits } from '#server/features/orders/write-ledger.ts'
import { hashOf, writeOrder } from '#server/features/orders/write-order.ts'
import type { SignedIn } from '#server/request/actor.ts'
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
  const { db, clock, config, jobWaiting } = services
  const { accountId } = actor
  const { packId, shown } = asked
  const placed = await transaction(db, async tx => {
    const now = clock()
    await lockOwnAccount(tx, accountId)
    const requestHash = hashOf(['pack', packId])
    const repeated = await findRepeatedOrder(tx, accountId, requestHash, now)
    if (repeated) return repeated
    const pack = await requirePackOnSale(tx, packId)
    requireNotHigher({ totalPence: pack.price_pence, creditsUsed: 0 }, shown)
    requireNotPaused(services)
    const { placed: order } = await writePack(tx, pack, {
      ...{ accountId, requestHash, placedAt: now, totalPence: pack.price_pence },
      holdExpiresAt: endOfHold(now, config.holdMinutes),
    })
    return order
  })
  if (placed.status === 'paid') jobWaiting()
  return placed
}

/** Reads a pack on sale; refuses any other. */
export async function requirePackOnSale(tx: Tx, packId: number): Promise<Pack> {
  const pack = await tx
    .selectFrom('class_packs')
    .select(['id', 'name', 'credits', 'price_pence'])
    .where('id', '=', packId)
    .where('is_active', '=', true)
    .executeTakeFirst()
  requireThat(pack && isPayable(pack.price_pence), sentences.packNotFound)
  return pack
}

/** Writes the order of a pack. If there is nothing to pay, its credits are granted at once. */
export async function writePack(
  tx: Tx,
  pack: Pack,
  order: Omit<Parameters<typeof writeOrder>[1], 'kind' | 'listPence'>,
): ReturnType<typeof writeOrder> {
  const written = await writeOrder(tx, { ...order, kind: 'pack', listPence: pack.price_pence })
  await tx
    .insertInto('order_packs')
    .values({
      order_id: written.orderId,
      class_pack_id: pack.id,
      name: pack.name,
      credits: pack.credits,
      price_pence: pack.price_pence,
    })
    .execute()
  if (written.placed.status === 'paid') {
    const { accountId, placedAt: now } = order
    const entry = { accountId, orderId: written.orderId, memo: pack.name, now }
    await moveCredits(tx, { ...entry, delta: pack.credits, reason: 'pack' })
  }
  return written
}
