import { sql } from 'kysely'
import { deskSentences } from '#domain/office/desk-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { LockedOrder } from './lock-order.ts'
import { lockPayment } from './payment-of-order.ts'
import { readOrderMoney } from './read-order-money.ts'
import { releaseOrder } from './release-order.ts'
import { moveCredits } from './write-ledger.ts'

/**
 * Returns the money that is no longer expected if an order of a pack or of products ends. Undefined for an order of
 * places. Refuses once money has come, a pack's credits are used, or the family has the products (decision O-112).
 */
export async function findGoodsToTakeBack(db: Db, orderId: number): Promise<number | undefined> {
  const { expectedPence, pack, items, books, accountId } = await readOrderMoney(db, orderId)
  if (!pack && items.length === 0) return undefined
  requireThat(expectedPence !== null, deskSentences.nothingExpected)
  requireThat(books.cameInPence === 0, deskSentences.goodsPaidInPart)
  if (pack) {
    const account = await db
      .selectFrom('accounts')
      .select('credit_balance')
      .where('id', '=', accountId)
      .executeTakeFirst()
    requireThat((account?.credit_balance ?? 0) >= pack.credits, deskSentences.packIsUsed)
  }
  const { rows } = await sql<{ isOut: boolean }>`
    select exists (select from order_deliveries d where d.order_id = ${orderId} and d.dispatched_at is not null) as "isOut"`.execute(
    db,
  )
  requireThat(!rows[0]?.isOut, deskSentences.goodsAreOut)
  return expectedPence
}

/**
 * Ends a locked order of a pack or of products whose money does not come: takes the credits from the family, or puts the
 * products back into stock. Locks the payment, then the products by id.
 */
export async function takeBackGoods(tx: Tx, order: LockedOrder, now: Date): Promise<void> {
  await lockPayment(tx, order.id)
  const { pack, paymentId } = await readOrderMoney(tx, order.id)
  if (pack && order.account_id) {
    const memo = `Order ${order.order_number} was not paid`
    const entry = { accountId: order.account_id, orderId: order.id, memo, now }
    await moveCredits(tx, { ...entry, delta: -pack.credits, reason: 'packUnpaid' })
  }
  await tx
    .updateTable('payments')
    .set({ status: 'expired', settled_at: now })
    .where('id', '=', paymentId)
    .execute()
  await releaseOrder(tx, order, 'staff', now)
}
