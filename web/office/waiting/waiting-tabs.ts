import * as addresses from '#contract/office/addresses.ts'
import type { Tab } from '../ui/page-head.tsx'

export const waitingTabs: Tab[] = [
  { label: 'By date', to: addresses.waiting() },
  { label: 'By person', to: addresses.waitingPeople() },
]
