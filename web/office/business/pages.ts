import * as addresses from '#contract/office/addresses.ts'
import { officePage } from '../office-page.ts'

export const businessPages = [
  officePage(addresses.business, 'Business', 'business.edit', () =>
    import('./business-page.tsx').then(file => file.BusinessPage),
  ),
  officePage(addresses.setUp, 'Set up', 'business.edit', () =>
    import('./set-up-page.tsx').then(file => file.SetUpPage),
  ),
]
