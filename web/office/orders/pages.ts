import * as addresses from '#contract/office/addresses.ts'
import { officePage } from '../office-page.ts'

export const orderPages = [
  officePage(addresses.orders, 'Orders', 'order.see', () =>
    import('./orders-page.tsx').then(file => file.OrdersPage),
  ),
  officePage(addresses.toSend, 'Orders to send', 'stock.move', () =>
    import('./to-send-page.tsx').then(file => file.ToSendPage),
  ),
  officePage(addresses.order, 'Order', 'order.see', () =>
    import('./order-page.tsx').then(file => file.OrderPage),
  ),
]
