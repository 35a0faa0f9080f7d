import { sql } from 'kysely'
import { type parcels as calls, maxParcels, type Parcel } from '#contract/office/parcels.ts'
import type { CallOutput } from '#contract/wire.ts'
import type { Db } from '#server/database/connect.ts'
import { isoTime } from '#server/database/london-time-sql.ts'
import { nextClassOf } from '#server/features/orders/collect-at-class.ts'
import { isToSend } from '#server/features/orders/is-to-send.ts'
import type { Services } from '#server/services.ts'

const parcels = sql`orders ord join order_deliveries d on d.order_id = ord.id where ${isToSend}`

/** Reads the orders that wait to be sent, earliest paid first, and counts them all. */
export async function readParcels({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<CallOutput<typeof calls.list>> {
  const { rows } = await sql<Parcel & { total: number }>`
    select ord.order_number as number, ord.account_id as "accountId", d.full_name as name, d.phone, d.address, d.postcode,
      d.is_collected as "isCollected", case when d.is_collected then ${nextClassOf(sql`ord.account_id`, clock())} end as "collectAt",
      ${isoTime('ord.paid_at')} as "paidAt", ord.refunded_pence as "backPence", count(*) over ()::integer as total,
      (select json_agg(json_build_object('productId', i.product_id, 'name', i.name,
          'quantity', i.quantity - i.returned_quantity) order by i.id)
        from order_items i where i.order_id = ord.id and i.returned_quantity < i.quantity) as items
    from ${parcels} order by ord.paid_at, ord.id limit ${sql.lit(maxParcels)}`.execute(db)
  return { parcels: rows.map(({ total, ...parcel }) => parcel), total: rows[0]?.total ?? 0 }
}

/** Counts the orders that wait to be sent. */
export async function countParcels(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${parcels}`.execute(db)
  return rows[0]?.count ?? 0
}
