import { officeContract } from '#contract/office/contract.ts'
import { serveOffice } from '#server/request/serve-office.ts'
import { bookForFamily, bookWithoutPayment } from './book-for-family.ts'
import { findClasses } from './find-classes.ts'
import { previewForFamily } from './preview-for-family.ts'
import { previewRebook, rebook } from './rebook.ts'

/** Answers the calls by which staff book for a family. */
export const deskBookingOfficeRoutes = serveOffice(officeContract.deskBookings, {
  classes: ({ words }, { db, clock }) => findClasses(db, words, clock()),
  preview: previewForFamily,
  previewRebook,
  rebook,
  place: (asked, request) => bookForFamily(request, asked),
  placeFree: (asked, request) => bookWithoutPayment(request, asked),
})
