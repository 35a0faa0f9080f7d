import { addDays, everyDay, instantInLondon, todayInLondon } from '#domain/calendar.ts'
import { pounds } from '#domain/money.ts'
import { notifyStaff } from '#server/features/staff/notify-staff.ts'
import type { Services } from '#server/services.ts'

/** How far back each run looks: half an hour. */
const lookedBackMilliseconds = 30 * 60 * 1000

/**
 * Mails staff once a day about the day's first order that is paid (by card or with credits) or free. It is a
 * task of its own, so that no purchase waits for it.
 */
export async function notifyFirstOrder({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock()
  // Includes yesterday's last minutes, and those in which the process was down.
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
    if (first) await notifyStaff(db, { wish: 'order', event: `order-${day}`, words: wordsOf(first) }, now)
  }
}

/** Describes the order. One that is free or paid by credits has no amount. */
const wordsOf = (order: { order_number: string; total_pence: number }) =>
  `Order ${order.order_number}${order.total_pence > 0 ? `, ${pounds(order.total_pence)}` : ''}`
