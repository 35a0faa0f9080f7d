import { sql } from 'kysely'
import type { HandOver } from '#contract/office/parcels.ts'
import { undoHandOverMinutes } from '#domain/limits.ts'
import type { Db } from '#server/database/connect.ts'
import { isoTime } from '#server/database/london-time-sql.ts'
import { isToSend } from '#server/features/orders/is-to-send.ts'

/** Lists the orders to hand over at a date, and those that were. */
export async function listHandOvers(tx: Db, sessionId: number, now: Date): Promise<HandOver[]> {
  const { rows } = await sql<Omit<HandOver, 'tick'> & { tick: Tick | null }>`
    select ord.order_number as number, here.ids as "bookingIds",
      (select json_agg(json_build_object('name', i.name, 'quantity', i.quantity - i.returned_quantity) order by i.id)
        from order_items i where i.order_id = ord.id and i.returned_quantity < i.quantity) as items,
      case when d.handed_over_at is not null then json_build_object('at', ${isoTime('d.handed_over_at')},
        'by', coalesce(nullif(m.display_name, ''), m.full_name),
        'isTold', d.dispatched_at is not null) end as tick
    from (select account_id, json_agg(id order by id) as ids from bookings
        where session_id = ${sessionId} and account_id is not null and status <> 'cancelled' group by account_id) here
      join orders ord on ord.account_id = here.account_id join order_deliveries d on d.order_id = ord.id
      left join staff m on m.id = d.handed_over_by
    where d.is_collected and (${isToSend} or d.handed_over_in = ${sessionId})
      and exists (select from order_items i where i.order_id = ord.id and i.returned_quantity < i.quantity)
    order by ord.id`.execute(tx)
  return rows.map(({ tick, ...order }) => ({ ...order, tick: tick && withUndo(tick, now) }))
}

interface Tick {
  at: string
  by: string
  isTold: boolean
}

function withUndo({ at, by, isTold }: Tick, now: Date): HandOver['tick'] {
  const until = undoableUntil(new Date(at))
  return { at, by, undoUntil: !isTold && until > now ? until.toISOString() : null }
}

/** Returns the time until which a tick can be undone. */
export const undoableUntil = (tickedAt: Date): Date =>
  new Date(tickedAt.getTime() + undoHandOverMinutes * 60_000)
