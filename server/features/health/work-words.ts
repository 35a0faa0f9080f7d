/** The description of each background task in Health (server/background/background-tasks.ts). */
export const workWords: Record<string, string> = {
  jobs: 'Run background jobs',
  'expire-orders': 'Cancel unpaid orders whose time is up',
  'reconcile-payments': 'Check payments with the card provider',
  'reconcile-disputes': 'Look for disputes at the card provider',
  'reconcile-refunds': 'Look for refunds made at the card provider',
  'look-at-business': 'Read what changed on the site',
  'look-at-card-account': 'Read which Stripe account is used',
  'look-at-mail-server': 'Read which mail server is used',
  'renew-statistics': 'Refresh database statistics',
  'look-for-failures': 'Look for failures',
  'tell-of-first-order': 'Mail the first order of a day',
  nights: 'Start the nightly jobs',
  'automatic-mails': 'Send automatic mails',
  'clear-uploads': 'Delete unused pictures',
  'dispatch-parcels': 'Dispatch practice parcels',
}
