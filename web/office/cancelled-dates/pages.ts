import * as addresses from '#contract/office/addresses.ts'
import { officePage } from '../office-page.ts'

export const cancelledDatePages = [
  officePage(addresses.cancelledDates, 'Cancelled dates', 'family.see', () =>
    import('./cancelled-dates-page.tsx').then(file => file.CancelledDatesPage),
  ),
]
