import * as addresses from '#contract/addresses.ts'
import { account, type Page, shell } from '#web/page.ts'

export const paymentPages: Page[] = [
  account(addresses.card, 'Card', () => import('./card-page.tsx').then(file => file.CardPage)),
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
