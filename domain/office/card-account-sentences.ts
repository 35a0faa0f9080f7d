/** The office's messages about the card provider's account. */
export const cardAccountSentences = {
  secretKey: 'Please paste a secret key (sk_live_… or rk_live_…)',
  testKey: 'This is a test key: no money would move. The business is open, so it needs a live key',
  refused: 'Stripe does not know this key',
  lacksRights: 'This key may not do all that is needed. The list below says what',
  unreachable: 'Stripe does not answer at the moment. Please try again',
  orderUnpaid:
    'This key is of another account, and an order is not paid yet. Try again when it is paid or given up',
  refundOpen:
    'This key is of another account, and a refund is still on its way. Try again when it has arrived',
  fixed: 'Stripe’s keys are in the settings of the machine, so they cannot be changed here',
  practice: 'In demo mode payments go to the practice page',
  /** Quotes the provider: “Stripe answered: Invalid URL”. */
  answered: (answer: string): string => `Stripe answered: ${answer}`,
} as const

/** The rights that a restricted key needs, in the words of the provider's page. */
export const rightsOfKey = [
  'Checkout Sessions: Write',
  'Charges and Refunds: Write',
  'PaymentIntents: Read',
  'Disputes: Read',
  'Webhook Endpoints: Write',
  'Account: Read',
] as const
