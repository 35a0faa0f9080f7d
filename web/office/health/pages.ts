import * as addresses from '#contract/office/addresses.ts'
import { officePage } from '../office-page.ts'

export const healthPages = [
  officePage(addresses.health, 'Health', 'health.see', () =>
    import('./health-page.tsx').then(file => file.HealthPage),
  ),
  officePage(addresses.log, 'Log', 'log.see', () => import('./log-page.tsx').then(file => file.LogPage)),
]
