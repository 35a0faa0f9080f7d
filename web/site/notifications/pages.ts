import * as addresses from '#contract/addresses.ts'
import { type Page, shell } from '#web/page.ts'

export const notificationPages: Page[] = [
  shell(
    addresses.messages,
    'Notifications',
    () => import('./message-detail-page.tsx').then(file => file.MessageDetailPage),
    { needsSignIn: true },
  ),
]
