import * as addresses from '#contract/office/addresses.ts'
import { officePage } from '../office-page.ts'

export const messagePages = [
  officePage(addresses.messages, 'Messages', 'message.class', () =>
    import('./messages-page.tsx').then(file => file.MessagesPage),
  ),
  officePage(
    addresses.newMessage,
    'New message',
    'message.class',
    () => import('./new-message-page.tsx').then(file => file.NewMessagePage),
    { makes: 'Message' },
  ),
  officePage(addresses.automaticMails, 'Automatic mails', 'message.all', () =>
    import('./automatic-mails-page.tsx').then(file => file.AutomaticMailsPage),
  ),
  officePage(addresses.subscriptions, 'Addresses for offers', 'message.all', () =>
    import('./subscriptions-page.tsx').then(file => file.SubscriptionsPage),
  ),
  officePage(addresses.message, 'Message', 'message.class', () =>
    import('./message-page.tsx').then(file => file.MessagePage),
  ),
]
