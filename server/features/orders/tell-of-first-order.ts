import { addDays, everyDay, instantInLondon, todayInLondon } from '#domain/calendar.ts'
import { pounds } from '#domain/money.ts'
import { tellStaff } from '#server/features/staff/tell-staff.ts'
import type { Services } from '#server/services.ts'

/** Half an hour. */
const lookedBackMilliseconds = 30 * 60 * 1000

/**
 * Tells of the first order of the day that is paid for, by credits or for nothing too: once a day, and beside the
 * purchases, which wait for nobody's mail.
 */
export async function tellOfFirstOrder({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock()
  // Of yesterday's last minutes too, and of those in which the process was away.
  const since = todayInLondon(new Date(now.getTime() - lookedBackMilliseconds))
  for (const day of everyDay(since, todayInLondon(now))) {
    const first = await db
      .selectFrom('orders')
      .select(['order_number', 'total_pence'])
      .where('paid_at', '>=', instantInLondon(day, '00:00'))
      .where('paid_at', '<', instantInLondon(addDays(day, 1), '00:00'))
      .orderBy('paid_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (first) await tellStaff(db, { wish: 'order', event: `order-${day}`, words: wordsOf(first) }, now)
  }
}

/** What is paid for by credits, or is for nothing, has no amount. */
const wordsOf = (order: { order_number: string; total_pence: number }) =>
  `Order ${order.order_number}${order.total_pence > 0 ? `, ${pounds(order.total_pence)}` : ''}`
