import { sql } from 'kysely'
import { todayInLondon } from '#domain/calendar.ts'
import type { Tx } from '#server/database/connect.ts'

/** The payment of an order with expected money, also after all of it was received. */
export interface Expected {
  orderId: number
  paymentId: number
  isOpen: boolean
  receivedPence: number
  /** The expected money that was not received yet. */
  restPence: number
  /** The last receipt, and the member of staff who recorded it; undefined before the first. */
  last: { by: string; pence: number } | undefined
}

/**
 * Reads the expected money of an order, also after all of it was received; undefined for an order that was
 * paid at once. The caller locks the order and the payment.
 */
export async function readExpected(tx: Tx, orderId: number): Promise<Expected | undefined> {
  const { rows } = await sql<Omit<Expected, 'last'> & { by: string | null; lastPence: number | null }>`
    select p.order_id as "orderId", p.id as "paymentId", p.status = 'expected' as "isOpen",
      coalesce(sum(r.amount_pence), 0)::integer as "receivedPence",
      (p.amount_pence - coalesce(sum(r.amount_pence), 0))::integer as "restPence",
      (select coalesce(m.full_name, case when l.refund_id is null then 'A card payment' else 'A refund at Stripe' end) from desk_receipts l left join staff m on m.id = l.staff_id
        where l.id = max(r.id)) as by,
      (select l.amount_pence from desk_receipts l where l.id = max(r.id)) as "lastPence"
    from payments p left join desk_receipts r on r.payment_id = p.id
    where p.order_id = ${orderId} and p.provider = 'desk' and p.status in ('expected', 'succeeded')
    group by p.id having p.status = 'expected' or count(r.id) > 0`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const { by, lastPence, ...expected } = row
  return { ...expected, last: by !== null && lastPence !== null ? { by, pence: lastPence } : undefined }
}

type Receipt = { pence: number } & (
  | { staffId: number; receivedOn: string; reference: string; correctsId?: number }
  | { cardPaymentId: number }
  | { refundId: number }
)

/**
 * Writes a receipt of expected money, or the opposite of a receipt. Once all was received, the payment has
 * succeeded. Points follow the money received. The account, the order and its payment are locked. Returns the
 * receipt's id.
 */
export async function writeReceipt(
  tx: Tx,
  { orderId, paymentId, receivedPence, restPence }: Expected,
  receipt: Receipt,
  now: Date,
): Promise<number> {
  const { pence } = receipt
  const by =
    'staffId' in receipt
      ? {
          ...{ staff_id: receipt.staffId, received_on: receipt.receivedOn, reference: receipt.reference },
          corrects_id: receipt.correctsId ?? null,
        }
      : {
          ...('refundId' in receipt
            ? { refund_id: receipt.refundId }
            : { card_payment_id: receipt.cardPaymentId }),
          received_on: todayInLondon(now),
        }
  const { id } = await tx
    .insertInto('desk_receipts')
    .values({ payment_id: paymentId, amount_pence: pence, recorded_at: now, ...by })
    .returning('id')
    .executeTakeFirstOrThrow()
  const isAll = pence === restPence
  await tx
    .updateTable('payments')
    .set({ status: isAll ? 'succeeded' : 'expected', settled_at: isAll ? now : null })
    .where('id', '=', paymentId)
    .execute()
  await tx
    .updateTable('orders')
    .set({ paid_pence: receivedPence + pence })
    .where('id', '=', orderId)
    .execute()
  await sql`select settle_points(${orderId}, ${now}, 'receipt')`.execute(tx)
  return id
}
