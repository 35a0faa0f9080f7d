import { officeContract } from '#contract/office/contract.ts'
import { serveOffice } from '#server/request/serve-office.ts'
import { markSent } from './mark-sent.ts'
import { readParcels } from './parcels.ts'

/** Serves parcels that wait to be sent. */
export const parcelOfficeRoutes = serveOffice(officeContract.parcels, {
  list: (_asked, { db }) => readParcels(db),
  markSent: (asked, request) => markSent(request, asked),
})
