import { call, line, oneOf, record } from './wire.ts'

export const payments = {
  openCardPage: call(
    'pay/stripe',
    'optionally',
    record({ orderNumber: ['order_sn', line], device: ['type', oneOf({ web: 'pc' })] }),
    record({ url: ['url', line] }),
  ),
}
