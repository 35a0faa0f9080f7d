import { mailCode } from '#server/features/accounts/mail-code.ts'
import { warnOfTries } from '#server/features/accounts/warn-of-sign-in.ts'
import { settleCancelledDates } from '#server/features/cancelled-dates/settle-cancelled-dates.ts'
import { publishText } from '#server/features/content/publish-text.ts'
import { removePicture } from '#server/features/content/remove-picture.ts'
import { auditAtNight } from '#server/features/health/run-audit.ts'
import { importLines } from '#server/features/imports/import-lines.ts'
import { sendMessage } from '#server/features/messages/send-message.ts'
import { announceMove } from '#server/features/orders/announce-move.ts'
import {
  announceCancelledOrder,
  announceConfirmedOrders,
  askToConfirm,
} from '#server/features/orders/announce-order.ts'
import { closeCardPage } from '#server/features/payments/close-card-page.ts'
import { refundPayment } from '#server/features/payments/refund-payment.ts'
import { syncDisputes } from '#server/features/payments/sync-disputes.ts'
import { syncRefunds } from '#server/features/payments/sync-refunds.ts'
import { announceNewTimes } from '#server/features/planning/announce-new-times.ts'
import { announceVenue } from '#server/features/planning/announce-venue.ts'
import { copyPieceOfTerm } from '#server/features/planning/copy-term.ts'
import { publishWhenDue } from '#server/features/planning/publish-drafts.ts'
import { completeHandOver } from '#server/features/shop/complete-hand-over.ts'
import { completeOrders } from '#server/features/shop/complete-orders.ts'
import { mailStaff } from '#server/features/staff/notify-staff.ts'
import {
  announceJoined,
  announceOffer,
  announceRemoved,
} from '#server/features/waiting-list/announce-waiting.ts'
import { expireOffer } from '#server/features/waiting-list/expire-offer.ts'
import { offerAfterPause } from '#server/features/waiting-list/offer-after-pause.ts'
import type { JobHandlers } from '#server/jobs/run-jobs.ts'
import { sendMail } from '#server/mail/send-mail.ts'
import { clearOldRows } from './clear-old-rows.ts'

/** The handler of each kind of job. */
export const jobHandlers: JobHandlers = {
  'mail-code': mailCode,
  'warn-of-tries': warnOfTries,
  'send-mail': sendMail,
  'send-urgent-mail': sendMail,
  'send-bulk-mail': sendMail,
  'send-message': (services, payload, _attempts, stopping) => sendMessage(services, payload, stopping),
  'send-chosen-message': (services, payload, _attempts, stopping) => sendMessage(services, payload, stopping),
  'send-automatic-mail': (services, payload, _attempts, stopping) => sendMessage(services, payload, stopping),
  'order-confirmed': { all: announceConfirmedOrders },
  'order-cancelled': announceCancelledOrder,
  'ask-to-confirm': askToConfirm,
  'booking-moved': announceMove,
  'waiting-list-joined': announceJoined,
  'place-offered': announceOffer,
  'waiting-removed': announceRemoved,
  'lapse-offer': expireOffer,
  'offer-after-pause': offerAfterPause,
  'close-card-page': closeCardPage,
  'refund-payment': refundPayment,
  'sync-refunds': syncRefunds,
  'sync-disputes': syncDisputes,
  'remove-picture': removePicture,
  'publish-drafts': publishWhenDue,
  'copy-term': copyPieceOfTerm,
  'session-moved': (services, { changeId }) => announceNewTimes(services, { changeIds: [changeId] }),
  'sessions-moved': announceNewTimes,
  'session-elsewhere': announceVenue,
  'settle-cancelled-dates': (services, payload, _attempts, stopping) =>
    settleCancelledDates(services, payload, stopping),
  'settle-goodwill': (services, payload, _attempts, stopping) =>
    settleCancelledDates(services, payload, stopping),
  'text-in-force': publishText,
  'tell-staff': mailStaff,
  'import-lines': importLines,
  'hand-over': completeHandOver,
  'complete-orders': completeOrders,
  'clear-old-rows': clearOldRows,
  audit: auditAtNight,
}
