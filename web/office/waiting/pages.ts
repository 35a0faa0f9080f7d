import * as addresses from '#contract/office/addresses.ts'
import { officePage } from '../office-page.ts'

export const waitingPages = [
  officePage(addresses.waiting, 'Waiting lists', 'queue.offer', () =>
    import('./waiting-page.tsx').then(file => file.WaitingPage),
  ),
  officePage(addresses.waitingPeople, 'Who waits', 'queue.offer', () =>
    import('./waiting-people-page.tsx').then(file => file.WaitingPeoplePage),
  ),
]
