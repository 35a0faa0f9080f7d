import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'

/** Takes an order's goods from the stock, or gives them back; their products are locked by id. */
export async function moveStock(
  tx: Tx,
  orderId: number,
  way: 'taken' | 'returned',
  now: Date,
): Promise<void> {
  await sql`with goods as (
      select p.id, i.quantity * ${way === 'taken' ? -1 : 1} as delta
      from order_items i join products p on p.id = i.product_id
      where i.order_id = ${orderId} order by p.id for no key update of p
    ), moved as (
      update products set stock = stock + goods.delta from goods where goods.id = products.id
      returning products.id, name, stock, low_stock, delta
    )
    ${lowStockTold(sql`moved`, now)}`.execute(tx)
}

/** Tells of products that a change by `delta` made low, once until they are supplied again. */
export const lowStockTold = (changed: RawBuilder<unknown>, now: Date): RawBuilder<unknown> => sql`
  select tell_staff('stock', 'stock-' || id || '-' || coalesce(entry, 0), name || ', ' || stock || ' left', ${now})
  from ${changed} as changed,
    lateral (select max(e.id) as entry from stock_entries e where e.product_id = changed.id) as last
  where stock <= low_stock and stock - delta > low_stock`
