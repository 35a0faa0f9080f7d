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
   * When an unpaid order expires, whether it has been paid since, and what it is for, without attendees, for the person
   * who may pay it. A call of our own (record 035).
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
