import * as addresses from '#contract/addresses.ts'
import { account, type Page } from '#web/page.ts'

export const paymentPages: Page[] = [
  account(addresses.card, 'Card', () => import('./card-page.tsx').then(file => file.CardPage)),
]
