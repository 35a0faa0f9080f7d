import * as addresses from '#contract/office/addresses.ts'
import { officePage } from '../office-page.ts'

export const todayPages = [
  officePage(addresses.today, 'Today', 'everybody', () =>
    import('./today-page.tsx').then(file => file.TodayPage),
  ),
]
