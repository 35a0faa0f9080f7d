import * as addresses from '#contract/office/addresses.ts'
import type { Tab } from '../ui/page-head.tsx'

export const registerTabs: Tab[] = [
  { label: 'By day', to: addresses.registers() },
  { label: 'Incidents', to: addresses.incidents() },
]
