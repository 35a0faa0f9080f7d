import type { MailWish } from '#domain/office/mail-wishes.ts'

/** News that is mailed to the staff who chose it. */
export interface StaffNews {
  wish: MailWish
  /** The news is mailed once for each event. */
  event: string
  /** The text of the news. It names no person. */
  words: string
}

interface Options {
  /**
   * Runs this kind in its own lane beside the others. For kinds that call an outside server and can hang, for
   * long imports, and for codes that somebody waits for. The other kinds only use the database and run in
   * order.
   */
  hasOwnLane?: true
  /** The time in London at which one process runs it every night. */
  nightlyAt?: string
}

/** A kind of job: its description in Health, its options, and the type of its payload. */
const job = <Payload = Record<string, never>>(words: string, options: Options = {}) => ({
  words,
  ...options,
  payload: undefined as Payload,
})

const ownLane: Options = { hasOwnLane: true }

/**
 * Every kind of background job. The payload has what the job needs to find the rest in the database. Its handler is in
 * server/background/job-handlers.ts.
 */
export const jobKinds = {
  'send-mail': job<{ mailId: number }>('Send a mail', ownLane),
  /** A mail that can come too late does not wait behind other mails. */
  'send-urgent-mail': job<{ mailId: number }>('Send an urgent mail', ownLane),
  /** A mail of a message that staff write to many. No other mail waits for it. */
  'send-bulk-mail': job<{ mailId: number }>('Send a mail to many', ownLane),
  /** Only older servers write this kind: they do not know all audiences of `send-chosen-message`. */
  'send-message': job<{ messageId: number }>('Write the mails of a message', ownLane),
  'send-chosen-message': job<{ messageId: number }>('Write the mails of a message', ownLane),
  /** The same work as `send-message`. Older servers do not know this kind, nor the audiences of automatic mails. */
  'send-automatic-mail': job<{ messageId: number }>('Write the automatic mails of a day', ownLane),
  'mail-code': job<{ codeId: number }>('Mail a code', ownLane),
  'warn-of-tries': job<{ email: string }>('Warn about failed sign-ins'),
  'order-confirmed': job<{ orderId: number }>('Tell a family that their order is confirmed'),
  'order-cancelled': job<{ orderId: number }>('Tell a family that their order is cancelled'),
  'hand-over': job<{ orderId: number }>('Tell a family that their order was handed over'),
  'ask-to-confirm': job<{ orderId: number }>('Ask a guest to confirm'),
  'booking-moved': job<{ moveId: number }>('Tell a family that their place was moved'),
  /** `version` is the session's version, if its time has changed since the offer. */
  'place-offered': job<{ entryId: number; version?: number }>('Offer a place to a family'),
  'waiting-list-joined': job<{ entryId: number }>('Tell a family that they are on a waiting list'),
  'waiting-removed': job<{ entryId: number }>('Tell a family that they were taken off a waiting list'),
  'lapse-offer': job<{ entryId: number }>('End an offer of a place'),
  'offer-after-pause': job('Offer the places that became free while bookings were paused'),
  'close-card-page': job<{ paymentId: number }>('Close a card page', ownLane),
  'refund-payment': job<{ refundId: number }>('Refund a payment', ownLane),
  'sync-refunds': job<{ paymentId: number }>('Ask about refunds', ownLane),
  'sync-disputes': job<{ paymentId: number }>('Ask about disputes', ownLane),
  'remove-picture': job<{ path: string }>('Remove a picture', ownLane),
  'publish-drafts': job<{ termId: number } | { sessionIds: number[] }>('Publish drafts'),
  'copy-term': job<{ termId: number }>('Copy a term'),
  /** Only older servers write this kind. */
  'session-moved': job<{ changeId: number }>('Tell families of a new time'),
  'sessions-moved': job<{ changeIds: number[] }>('Tell families of new times'),
  'session-elsewhere': job<{ sessionId: number; wasVenueId: number; version: number }>(
    'Tell families of another venue',
  ),
  'settle-cancelled-dates': job<{ cancellationId: number }>(
    'Settle cancelled dates, and tell their families',
    ownLane,
  ),
  /**
   * The same work as `settle-cancelled-dates`. Older servers do not know this kind, so they leave it to newer
   * ones.
   */
  'settle-goodwill': job<{ cancellationId: number }>(
    'Give goodwill for a date, and tell its families',
    ownLane,
  ),
  'text-in-force': job<{ area: string; key: string }>('Publish a text'),
  'tell-staff': job<StaffNews>('Tell the staff'),
  'import-lines': job<{ importId: number }>('Import the lines of a file', ownLane),
  'complete-orders': job('Complete dispatched orders', { nightlyAt: '00:30' }),
  'clear-old-rows': job('Clear old data', { nightlyAt: '03:00' }),
  audit: job('Check the data', { nightlyAt: '04:00' }),
}

export type JobKind = keyof typeof jobKinds
export type JobPayloads = { [K in JobKind]: (typeof jobKinds)[K]['payload'] }

/** Returns the name of a job in Health; for a kind of a newer server, the kind itself. */
export const wordsOfJob = (kind: string): string => optionsOf(kind)?.words ?? kind

/** Whether jobs of this kind run beside the others. */
export const hasOwnLane = (kind: JobKind): boolean => optionsOf(kind)?.hasOwnLane === true

/** The kinds of job that run every night. They need no payload. */
export const nightlyJobs = (Object.keys(jobKinds) as JobKind[]).flatMap(kind => {
  const at = optionsOf(kind)?.nightlyAt
  return at ? [{ kind, at }] : []
})

function optionsOf(kind: string): ({ words: string } & Options) | undefined {
  return Object.hasOwn(jobKinds, kind) ? jobKinds[kind as JobKind] : undefined
}
