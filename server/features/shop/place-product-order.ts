import { nameKey } from '#domain/compare-text.ts'
import { dialledNumber } from '#domain/email-address.ts'
import { endOfHold } from '#domain/payment-times.ts'
import {
  type Delivery,
  type Purchase,
  planPurchase,
  requireDelivery,
  requireQuantity,
  type WantedProduct,
} from '#domain/product-orders.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { type Payable, requireNotHigher } from '#domain/shown-price.ts'
import type { Tx } from '#server/database/connect.ts'
import { transaction, violatedConstraint } from '#server/database/transaction.ts'
import { lockOwnAccount } from '#server/features/accounts/queries.ts'
import { requireNotPaused } from '#server/features/business/pause-bookings.ts'
import { requireCollectAt } from '#server/features/orders/collect-at-class.ts'
import { findRepeatedOrder, type PlacedOrder } from '#server/features/orders/find-repeated-order.ts'
import { moveStock } from '#server/features/orders/move-stock.ts'
import { hashOf, writeOrder } from '#server/features/orders/write-order.ts'
import type { AccountId, SignedIn } from '#server/request/actor.ts'
import type { Services } from '#server/services.ts'
import { type Choice, readPostage, readWanted } from './queries.ts'

interface Asked {
  choice: Choice
  delivery: Delivery
  /** The price that the customer saw, which the order may not exceed. */
  shown?: Payable | undefined
}

/**
 * Places a product order. Its stock is reserved while it is unpaid, and its basket lines are removed
 * (decisions E-02, E-29). Locks account → products by id. The same request again within a minute returns the
 * first order, if that is unpaid or free (decision E-38).
 */
export async function placeProductOrder(
  services: Services,
  { accountId }: SignedIn,
  asked: Asked,
): Promise<PlacedOrder> {
  const { choice } = asked
  requireDelivery(asked.delivery)
  if ('quantity' in choice) requireQuantity(choice.quantity)
  const placed = await transaction(services.db, tx => place(tx, services, accountId, asked)).catch(error => {
    const isSoldOut = violatedConstraint(error) === 'products_stock_not_negative'
    throw isSoldOut ? new Refusal(sentences.notEnoughStock) : error
  })
  if (placed.status === 'paid') services.jobWaiting()
  return placed
}

async function place(
  tx: Tx,
  services: Services,
  accountId: AccountId,
  { choice, delivery, shown }: Asked,
): Promise<PlacedOrder> {
  const { config, clock } = services
  const now = clock()
  const requestHash = fingerprint(choice, delivery)
  // Checked without the lock first and again under it, so that in a rush nobody waits for the lock only to be
  // refused.
  const known = await findRepeatedOrder(tx, accountId, requestHash, now)
  if (known) return known
  await lockOwnAccount(tx, accountId)
  const repeated = await findRepeatedOrder(tx, accountId, requestHash, now)
  if (repeated) return repeated
  const postage = await readPostage(tx)
  if (delivery.collects) await requireCollectAt(tx, accountId, postage, now)
  planPurchase(await readWanted(tx, accountId, choice), postage, delivery)
  await lockWanted(tx, accountId, choice)
  const purchase = planPurchase(await readWanted(tx, accountId, choice), postage, delivery)
  requireNotHigher({ totalPence: purchase.totalPence, creditsUsed: 0 }, shown)
  requireNotPaused(services)
  const { orderId, placed } = await writeOrder(tx, {
    kind: 'product',
    accountId,
    totalPence: purchase.totalPence,
    postagePence: purchase.postagePence,
    requestHash,
    placedAt: now,
    holdExpiresAt: endOfHold(now, config.holdMinutes),
  })
  await writeLines(tx, orderId, purchase.lines, delivery)
  if ('basketLineIds' in choice) {
    await tx.deleteFrom('basket_products').where('id', 'in', choice.basketLineIds).execute()
  }
  await moveStock(tx, orderId, 'taken', now)
  return placed
}

/** Writes the products of an order, and where they go. */
export async function writeLines(
  tx: Tx,
  orderId: number,
  lines: Purchase<WantedProduct>['lines'],
  delivery: Delivery,
): Promise<void> {
  await tx
    .insertInto('order_items')
    .values(
      lines.map(line => ({
        order_id: orderId,
        product_id: line.shelfId,
        name: line.name,
        image_path: line.image,
        unit_price_pence: line.pricePence,
        quantity: line.quantity,
        line_pence: line.linePence,
      })),
    )
    .execute()
  await tx
    .insertInto('order_deliveries')
    .values({
      order_id: orderId,
      full_name: delivery.fullName,
      phone: delivery.mobile,
      // Where it is collected, an address that was sent all the same is not stored.
      address: delivery.collects ? '' : delivery.address,
      postcode: delivery.collects ? '' : delivery.postcode,
      is_collected: delivery.collects === true,
    })
    .execute()
}

/** Locks basket lines, then their products or sizes by id. */
async function lockWanted(tx: Tx, accountId: AccountId, choice: Choice): Promise<void> {
  const ids =
    'productId' in choice
      ? [choice.variantId ?? choice.productId]
      : await lockLines(tx, accountId, choice.basketLineIds)
  await tx.selectFrom('products').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
}

/** Locks lines of the account's own basket and returns their products. */
async function lockLines(tx: Tx, accountId: AccountId, basketLineIds: number[]): Promise<number[]> {
  const lines = await tx
    .selectFrom('basket_products')
    .select('product_id')
    .where('account_id', '=', accountId)
    .where('id', 'in', basketLineIds)
    .orderBy('id')
    .forUpdate()
    .execute()
  requireThat(lines.length === basketLineIds.length, sentences.notInBasket)
  return lines.map(line => line.product_id)
}

function fingerprint(choice: Choice, delivery: Delivery): string {
  const what =
    'productId' in choice
      ? [choice.variantId ?? choice.productId, choice.quantity]
      : [choice.basketLineIds.toSorted((one, other) => one - other)]
  const { fullName, address, postcode, mobile, collects } = delivery
  const where = collects ? ['collect'] : [nameKey(address), postcode]
  return hashOf(['product', what, nameKey(fullName), ...where, dialledNumber(mobile)])
}
