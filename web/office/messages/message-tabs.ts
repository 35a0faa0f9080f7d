import * as addresses from '#contract/office/addresses.ts'

/** The pages under Messages; `PageHead` shows those that the role may open. */
export const messageTabs = [
  { label: 'Messages', to: addresses.messages() },
  { label: 'Automatic', to: addresses.automaticMails() },
  { label: 'Addresses', to: addresses.subscriptions() },
]
