import { orderNumber } from './orders.ts'
import { call, flag, line, localDateTime, nullable, oneOf, record } from './wire.ts'

export const payments = {
  openCardPage: call(
    'pay/stripe',
    'optionally',
    record({ orderNumber: ['order_sn', line], device: ['type', oneOf({ web: 'pc' })] }),
    record({ url: ['url', line] }),
  ),
  /**
   * Until when an unpaid order is kept, whether it was paid since, and what it is of, as the card page says it and
   * without who comes: for whoever may pay it. A call of our own (record 035).
   */
  hold: call(
    'pay/getHold',
    'optionally',
    orderNumber,
    record({
      keptUntil: ['expire_time', nullable(localDateTime)],
      isPaid: ['is_paid', flag],
      title: ['name', line],
    }),
  ),
}
