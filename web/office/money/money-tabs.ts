import * as addresses from '#contract/office/addresses.ts'
import type { Tab } from '../ui/page-head.tsx'

export const moneyTabs: Tab[] = [
  { label: 'Takings', to: addresses.money() },
  { label: 'Revenue', to: addresses.revenue() },
  { label: 'VAT', to: addresses.vat() },
]
