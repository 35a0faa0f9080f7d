import * as addresses from '#contract/office/addresses.ts'
import { officePage } from '../office-page.ts'

export const moneyPages = [
  officePage(addresses.money, 'Takings', 'money.see', () =>
    import('./takings-page.tsx').then(file => file.TakingsPage),
  ),
  officePage(addresses.revenue, 'Revenue', 'money.see', () =>
    import('./revenue-page.tsx').then(file => file.RevenuePage),
  ),
  officePage(addresses.vat, 'VAT', 'vat.export', () => import('./vat-page.tsx').then(file => file.VatPage)),
]
