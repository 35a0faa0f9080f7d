import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { putBackOnShelf } from './move-stock.ts'

/** The returned pieces of one line of an order. */
export interface ReturnedPieces {
  itemId: number
  productId: number
  name: string
  unitPence: number
  quantity: number
  /** Whether the pieces go back into stock; otherwise they are lost. */
  restock: boolean
}

/**
 * Records returned pieces, and puts those back into stock that can be sold again. The caller has locked the
 * order; locks the products by id. Returns the ids of the records.
 */
export async function returnItems(
  tx: Tx,
  {
    items,
    refundId,
    orderNumber,
  }: { items: readonly ReturnedPieces[]; refundId: number | null; orderNumber: string },
  { clock, staff: { staffId } }: Pick<OfficeRequest, 'clock' | 'staff'>,
): Promise<number[]> {
  const now = clock()
  const onShelf = items.filter(({ restock }) => restock).map(({ productId }) => productId)
  await sql`select id from products where id = any(${onShelf}::bigint[]) order by id for no key update`.execute(
    tx,
  )
  const returned: number[] = []
  for (const { itemId, productId, quantity, restock } of items) {
    const entry = restock
      ? await putBackOnShelf(tx, { productId, pieces: quantity, orderNumber, staffId }, now)
      : null
    await tx
      .updateTable('order_items')
      .set({ returned_quantity: sql<number>`returned_quantity + ${quantity}` })
      .where('id', '=', itemId)
      .execute()
    const { id } = await tx
      .insertInto('returned_items')
      .values({
        ...{ order_item_id: itemId, quantity, stock_entry_id: entry, refund_id: refundId },
        ...{ staff_id: staffId, returned_at: now },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    returned.push(id)
  }
  return returned
}
