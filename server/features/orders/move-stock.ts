import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'

/** Takes an order's goods from the stock, or gives them back; their products are locked by id. */
export async function moveStock(tx: Tx, orderId: number, way: 'taken' | 'returned'): Promise<void> {
  await sql`with goods as (
      select p.id, i.quantity from order_items i join products p on p.id = i.product_id
      where i.order_id = ${orderId} order by p.id for no key update of p
    )
    update products set stock = stock + goods.quantity * ${way === 'taken' ? -1 : 1}
    from goods where goods.id = products.id`.execute(tx)
}
