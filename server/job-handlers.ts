import { mailCode } from './features/accounts/mail-code.ts'
import { warnOfTries } from './features/accounts/warn-of-log-in.ts'
import { putTextInForce } from './features/content/put-text-in-force.ts'
import { removePicture } from './features/content/remove-picture.ts'
import { auditAtNight } from './features/health/run-audit.ts'
import { importLines } from './features/imports/import-lines.ts'
import { announceMove } from './features/orders/announce-move.ts'
import {
  announceCancelledOrder,
  announceConfirmedOrders,
  askToConfirm,
} from './features/orders/announce-order.ts'
import { closeCardPage } from './features/payments/close-card-page.ts'
import { refundPayment } from './features/payments/refund-payment.ts'
import { announceNewTimes } from './features/planning/announce-new-times.ts'
import { announceVenue } from './features/planning/announce-venue.ts'
import { copyPieceOfTerm } from './features/planning/copy-term.ts'
import { publishWhenDue } from './features/planning/publish-drafts.ts'
import { completeOrders } from './features/shop/complete-orders.ts'
import { mailStaff } from './features/staff/tell-staff.ts'
import { announceJoined, announceOffer } from './features/waiting-list/announce-waiting.ts'
import { lapseOffer } from './features/waiting-list/lapse-offer.ts'
import { clearOldRows } from './jobs/clear-old-rows.ts'
import type { JobHandlers } from './jobs/run-jobs.ts'
import { sendMail } from './mail/send-mail.ts'

/** What each kind of job does. */
export const jobHandlers: JobHandlers = {
  'mail-code': mailCode,
  'warn-of-tries': warnOfTries,
  'send-mail': sendMail,
  'send-urgent-mail': sendMail,
  'order-confirmed': { all: announceConfirmedOrders },
  'order-cancelled': announceCancelledOrder,
  'ask-to-confirm': askToConfirm,
  'booking-moved': announceMove,
  'waiting-list-joined': announceJoined,
  'place-offered': announceOffer,
  'lapse-offer': lapseOffer,
  'close-card-page': closeCardPage,
  'refund-payment': refundPayment,
  'remove-picture': removePicture,
  'publish-drafts': publishWhenDue,
  'copy-term': copyPieceOfTerm,
  'session-moved': (services, { changeId }) => announceNewTimes(services, { changeIds: [changeId] }),
  'sessions-moved': announceNewTimes,
  'session-elsewhere': announceVenue,
  'text-in-force': putTextInForce,
  'tell-staff': mailStaff,
  'import-lines': importLines,
  'complete-orders': completeOrders,
  'clear-old-rows': clearOldRows,
  audit: auditAtNight,
}
