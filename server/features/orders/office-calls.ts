import { officeContract } from '#contract/office/contract.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { serveOffice } from '#server/request/serve-office.ts'
import { askRefund, declineRefund } from './ask-refund.ts'
import { cancelInOffice, previewCancel } from './cancel-in-office.ts'
import { endInOffice } from './end-in-office.ts'
import { exportOrders } from './export-orders.ts'
import { listGuestsToRing } from './guests-to-ring.ts'
import { markGuestRung } from './mark-guest-rung.ts'
import { moveAtOtherPrice, moveInOffice, previewMove } from './move-in-office.ts'
import { noteOrder } from './note-order.ts'
import {
  listOfficeOrders,
  listPlacesOfDate,
  readOfficeOrder,
  readOrderChoices,
  sumExpected,
} from './office-queries.ts'
import { payAtDesk } from './pay-at-desk.ts'
import { previewRefund } from './preview-refund.ts'
import { correctReceipt, receiveExpected } from './receive-expected.ts'
import { refundByHand, refundInOffice, retryRefund } from './refund-in-office.ts'
import { remindOfPayment, sendPaymentLink } from './send-payment-link.ts'
import { askAgain, giveBackMismatch } from './settle-mismatch.ts'
import { previewTakeBack, takeBack } from './take-back.ts'

/** Serves reading, partly cancelling, refunding and ending orders. */
export const orderOfficeRoutes = serveOffice(officeContract.orders, {
  list: (asked, { db, clock }) => listOfficeOrders(db, asked, clock()),
  expected: (filters, { db, clock }) => sumExpected(db, filters, clock()),
  get: async ({ number }, { db, config, clock }) => {
    const order = await readOfficeOrder(db, config, number, clock())
    requireThat(order, sentences.orderNotFound)
    return order
  },
  choices: (_asked, { db }) => readOrderChoices(db),
  toRing: async (_asked, { db, clock }) => ({ guests: await listGuestsToRing(db, clock()) }),
  rung: markGuestRung,
  previewCancel,
  cancelPlaces: cancelInOffice,
  placesOfDate: ({ sessionId }, { db, clock }) => listPlacesOfDate(db, sessionId, clock()),
  previewMove,
  move: moveInOffice,
  moveAtOtherPrice,
  previewRefund,
  refund: refundInOffice,
  askRefund,
  declineRefund,
  retryRefund,
  refundByHand,
  askAgain,
  giveBackMismatch,
  payAtDesk,
  receive: receiveExpected,
  correctReceipt,
  previewTakeBack,
  takeBack,
  end: endInOffice,
  sendPaymentLink,
  remind: remindOfPayment,
  note: noteOrder,
  export: (filters, request) => exportOrders(request, filters),
})
