import type { JobKind } from '#server/jobs/enqueue.ts'

/** What a job that fails or is late would do, as Health says it. */
export const jobWords: Record<JobKind, string> = {
  'send-mail': 'Send a mail',
  'send-urgent-mail': 'Send a mail that is urgent',
  'mail-code': 'Mail a code',
  'warn-of-tries': 'Warn of tries to log in',
  'order-confirmed': 'Tell a family that its order is confirmed',
  'order-cancelled': 'Tell a family that its order is cancelled',
  'ask-to-confirm': 'Ask a guest to confirm',
  'booking-moved': 'Tell a family that its place was moved',
  'place-offered': 'Offer a place to a family',
  'waiting-list-joined': 'Tell a family that it waits',
  'lapse-offer': 'End an offer of a place',
  'close-card-page': 'Close a card page',
  'refund-payment': 'Pay money back',
  'remove-picture': 'Remove a picture',
  'publish-drafts': 'Publish drafts',
  'copy-term': 'Copy a term',
  'session-moved': 'Tell families of a new time',
  'sessions-moved': 'Tell families of new times',
  'session-elsewhere': 'Tell families of another venue',
  'text-in-force': 'Put a text in force',
  'tell-staff': 'Tell the staff',
  'import-lines': 'Import the lines of a file',
  'complete-orders': 'Complete orders that were sent',
  'clear-old-rows': 'Clear what is no longer needed',
  audit: 'Audit the data',
}

/** What a process does again and again (server/looking-after.ts), as Health says it. */
export const workWords: Record<string, string> = {
  jobs: 'Doing what is due',
  'expire-orders': 'Ending orders that nobody pays',
  'reconcile-payments': 'Asking about payments',
  'look-at-business': 'Seeing what changed on the site',
  'renew-statistics': 'Seeing which tables have grown',
  'look-for-failures': 'Looking for failures',
  'tell-of-first-order': 'Telling of the first order of a day',
  nights: 'Beginning the work of the night',
  'clear-uploads': 'Clearing pictures that nothing shows',
  'dispatch-parcels': 'Sending practice parcels',
}
