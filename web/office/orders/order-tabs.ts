import * as addresses from '#contract/office/addresses.ts'
import type { Tab } from '../ui/page-head.tsx'

export const orderTabs: Tab[] = [
  { label: 'All orders', to: addresses.orders() },
  { label: 'To send', to: addresses.toSend() },
]
