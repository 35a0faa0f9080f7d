import * as addresses from '#contract/addresses.ts'
import { account, type Page, shell } from '#web/page.ts'

const ordersPage = () => import('./orders-page.tsx').then(file => file.OrdersPage)
const orderPage = () => import('./order-page.tsx').then(file => file.OrderPage)

export const orderPages: Page[] = [
  account(addresses.bookings, 'My Bookings', ordersPage),
  account(addresses.eventBookings, 'My Bookings', ordersPage),
  account(addresses.receipt, 'Receipt', () => import('./receipt-page.tsx').then(file => file.ReceiptPage)),
  account(addresses.statement, 'Statement', () =>
    import('./statement-page.tsx').then(file => file.StatementPage),
  ),
  account(addresses.orderOf.class, 'Class order', orderPage),
  account(addresses.orderOf.event, 'Event order', orderPage),
  account(addresses.orderOf.parentSession, 'Session order', orderPage),
  account(addresses.orderOf.product, 'Product order', () =>
    import('./product-order-page.tsx').then(file => file.ProductOrderPage),
  ),
  account(addresses.orderOf.pack, 'Class pack order', () =>
    import('./pack-order-page.tsx').then(file => file.PackOrderPage),
  ),
  shell(
    addresses.paymentFailed,
    'Payment unsuccessful',
    () => import('./pay-fail-page.tsx').then(file => file.PayFailPage),
    { head: async () => () => ({ title: 'Payment unsuccessful', isPrivate: true }) },
  ),
  shell(
    addresses.paymentSucceeded,
    'Thank you',
    () => import('./pay-success-page.tsx').then(file => file.PaySuccessPage),
    { head: async () => () => ({ title: 'Thank you for your booking', isPrivate: true }) },
  ),
]
