import * as addresses from '#contract/office/addresses.ts'

export const plannerTabs = [
  { label: 'Planner', to: addresses.planner() },
  { label: 'Terms', to: addresses.terms() },
]
