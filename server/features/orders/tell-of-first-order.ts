import { instantInLondon, todayInLondon } from '#domain/calendar.ts'
import { tellStaff } from '#server/features/staff/tell-staff.ts'
import type { Services } from '#server/services.ts'

/**
 * Tells of the first order of the day that is paid for, by credits or for nothing too: once a day, and beside the
 * purchases, which wait for nobody's mail.
 */
export async function tellOfFirstOrder({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock()
  const today = todayInLondon(now)
  const first = await db
    .selectFrom('orders')
    .select('order_number')
    .where('paid_at', '>=', instantInLondon(today, '00:00'))
    .orderBy('paid_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!first) return
  await tellStaff(db, { wish: 'order', event: `order-${today}`, words: `Order ${first.order_number}` }, now)
}
