import { sql } from 'kysely'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { announceDispatch } from '#server/features/orders/announce-order.ts'
import { isDispatchable } from '#server/features/orders/is-to-send.ts'
import type { Services } from '#server/services.ts'

/** The result for one order. */
export interface Dispatch {
  orderId: number
  number: string
  accountId: number | null
  /** `refused`: unpaid, cancelled or completed, or its address was erased. */
  outcome: 'sent' | 'sentBefore' | 'refused'
  sentAt: Date | null
  /** The member of staff who marked it as sent, if known. */
  sentBy: string
}

/**
 * Marks paid product orders as sent and tells their customers, each once however often it is called (decision E-30).
 * Returns the result for each existing order. Locks the accounts, then the orders, each by id.
 */
export async function dispatchOrders(
  tx: Tx,
  services: Pick<Services, 'config' | 'clock' | 'business'>,
  orderNumbers: string[],
  staffId: number | null,
): Promise<Dispatch[]> {
  const now = services.clock()
  await lockProductOrders(tx, orderNumbers)
  const { rows } = await sql<Dispatch>`
    with sent as (
      update order_deliveries d set dispatched_at = ${now}, dispatched_by = ${staffId}
      from orders ord where ord.id = d.order_id and ord.order_number = any(${orderNumbers}::text[]) and ${isDispatchable}
      returning d.order_id
    )
    select ord.id as "orderId", ord.order_number as number, ord.account_id as "accountId",
      case when ord.id in (select order_id from sent) then 'sent'
        when d.dispatched_at is not null then 'sentBefore' else 'refused' end as outcome,
      d.dispatched_at as "sentAt", coalesce(who.full_name, '') as "sentBy"
    from orders ord join order_deliveries d on d.order_id = ord.id left join staff who on who.id = d.dispatched_by
    where ord.order_number = any(${orderNumbers}::text[]) and ord.kind = 'product' order by ord.id`.execute(
    tx,
  )
  const sent = rows.filter(({ outcome }) => outcome === 'sent').map(({ orderId }) => orderId)
  await announceDispatch(tx, services, sent)
  return rows
}

/** Locks the accounts of product orders, then the orders, each by id. */
export async function lockProductOrders(tx: Tx, orderNumbers: string[]): Promise<void> {
  const these = sql`order_number = any(${orderNumbers}::text[]) and kind = 'product'`
  await sql`select from accounts where id in (select account_id from orders where ${these})
    order by id for no key update`.execute(tx)
  await sql`select from orders where ${these} order by id for no key update`.execute(tx)
}

/** Marks one order as sent, in its own transaction. The caller checks the permission. */
export async function dispatchOrder(
  services: Services,
  orderNumber: string,
): Promise<Exclude<Dispatch['outcome'], 'refused'>> {
  const { db, jobWaiting } = services
  const [order] = await transaction(db, tx => dispatchOrders(tx, services, [orderNumber], null))
  requireThat(order, sentences.orderNotFound)
  requireThat(order.outcome !== 'refused', sentences.notDispatchable)
  if (order.outcome === 'sent') jobWaiting()
  return order.outcome
}
