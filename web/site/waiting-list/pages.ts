import * as addresses from '#contract/addresses.ts'
import { account, type Page } from '#web/page.ts'

export const waitingPages: Page[] = [
  account(addresses.waiting, 'Waiting lists', () =>
    import('./waiting-page.tsx').then(file => file.WaitingPage),
  ),
]
