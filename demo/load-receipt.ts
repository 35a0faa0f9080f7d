import { momentInLondon } from '#domain/calendar.ts'
import type { Tx } from '#server/database/connect.ts'
import { readExpected, writeReceipt } from '#server/features/orders/desk-receipts.ts'
import { writeAction } from '#server/staff-log/record-action.ts'
import { daysBefore } from './load-content.ts'

const receivedPence = 1500

/** Records a part of the money that a family pays from a childcare account, as the front desk does. */
export async function loadReceipt(tx: Tx, { now, dataKey }: { now: Date; dataKey: Buffer }): Promise<void> {
  const at = new Date(daysBefore(now, 0.4))
  const { orderId, accountId } = await tx
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .innerJoin('accounts', 'accounts.id', 'orders.account_id')
    .select(['orders.id as orderId', 'accounts.id as accountId'])
    .where('payments.status', '=', 'expected')
    .where('payments.method', '=', 'childcare')
    .where('accounts.email', '<>', 'second@example.test')
    .orderBy('payments.created_at')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { id: staffId } = await tx
    .selectFrom('staff')
    .select('id')
    .where('role', '=', 'frontDesk')
    .executeTakeFirstOrThrow()
  const expected = await readExpected(tx, orderId)
  if (!expected) throw new Error('No money is expected for this order.')
  const receivedOn = momentInLondon(at).slice(0, 10)
  const receipt = await writeReceipt(
    tx,
    expected,
    { pence: receivedPence, staffId, receivedOn, reference: 'TFC 20417' },
    at,
  )
  await writeAction(
    tx,
    { dataKey },
    { staffId },
    {
      ...{ action: 'order.receive', subjectKind: 'order', subjectId: orderId, accountId },
      facts: { receipt, pence: receivedPence },
    },
    at,
  )
}
