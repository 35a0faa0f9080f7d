import { officeContract } from '#contract/office/contract.ts'
import { serveOffice } from '#server/request/serve-office.ts'
import { addInOffice } from './add-in-office.ts'
import { offerNow } from './offer-now.ts'
import {
  findFullDates,
  listOfferDates,
  listQueue,
  listWaitedFor,
  listWaitingPeople,
} from './office-queries.ts'
import { removeInOffice } from './remove-in-office.ts'

/** Serves the waiting lists to the desk. */
export const waitingOfficeRoutes = serveOffice(officeContract.waiting, {
  dates: (_, { db, clock }) => listWaitedFor(db, clock()),
  queue: (asked, { db, clock }) => listQueue(db, asked, clock()),
  people: (asked, { db, clock }) => listWaitingPeople(db, asked, clock()),
  offerDates: ({ id }, { db, clock }) => listOfferDates(db, id, clock()),
  fullDates: ({ words }, { db, clock }) => findFullDates(db, words, clock()),
  add: (asked, request) => addInOffice(request, asked),
  offer: (asked, request) => offerNow(request, asked),
  remove: (asked, request) => removeInOffice(request, asked),
})
