import { pounds } from '#domain/money.ts'
import type { Tx } from '#server/database/connect.ts'
import { notifyStaff } from '#server/features/staff/notify-staff.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'

/** A larger refund is mailed to the owner (spec 4 §3). */
export const largeRefundPence = 250_00

/** Mails the owners about a large refund, in the caller's transaction. */
export async function tellOfLargeRefund(
  tx: Tx,
  { number, pence }: { number: string; pence: number },
  { staff, clock }: Pick<OfficeRequest, 'staff' | 'clock'>,
): Promise<void> {
  if (pence <= largeRefundPence) return
  const now = clock()
  const words = `${pounds(pence)} of order ${number}`
  await notifyStaff(
    tx,
    { wish: 'refund', event: `large-refund-${number}-${now.getTime()}-${staff.staffId}`, words },
    now,
  )
}
