import { officeContract } from '#contract/office/contract.ts'
import { serveOffice } from '#server/request/serve-office.ts'
import { handOverAtClass, readHandOvers } from './hand-over.ts'
import { markSent } from './mark-sent.ts'
import { readParcels } from './parcels.ts'

/** Serves parcels that wait to be sent. */
export const parcelOfficeRoutes = serveOffice(officeContract.parcels, {
  list: (_asked, request) => readParcels(request),
  markSent: (asked, request) => markSent(request, asked),
  atClass: ({ sessionId }, request) => readHandOvers(request, sessionId),
  handOver: (asked, request) => handOverAtClass(request, asked),
})
