import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'

/** Takes an order's products from the stock, or returns them. The products are locked by id. */
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

/**
 * Puts returned pieces of an order back into stock, with a stock entry that has the reason. The caller has
 * locked the product. Returns the entry's id.
 */
export async function putBackOnShelf(
  tx: Tx,
  {
    productId,
    pieces,
    orderNumber,
    staffId,
  }: { productId: number; pieces: number; orderNumber: string; staffId: number },
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`with changed as (
      update products set stock = stock + ${pieces}, supplied = supplied + ${pieces} where id = ${productId}
      returning id, supplied
    )
    insert into stock_entries (product_id, delta, supplied_after, reason, note, staff_id, created_at)
    select id, ${pieces}::integer, supplied, 'returned', ${`Order ${orderNumber}`}, ${staffId}, ${now} from changed
    returning id`.execute(tx)
  const [entry] = rows
  if (!entry) throw new Error(`there is no product ${productId}`)
  return entry.id
}

/** Notifies staff of products whose stock became low by this change, once until they are supplied again. */
export const lowStockTold = (changed: RawBuilder<unknown>, now: Date): RawBuilder<unknown> => sql`
  select tell_staff('stock', 'stock-' || id || '-' || coalesce(entry, 0),
    coalesce((select p.name || ', ' from products z join products p on p.id = z.size_of where z.id = changed.id), '')
      || name || ', ' || stock || ' left', ${now})
  from ${changed} as changed,
    lateral (select max(e.id) as entry from stock_entries e where e.product_id = changed.id) as last
  where stock <= low_stock and stock - delta > low_stock`
