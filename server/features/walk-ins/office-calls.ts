import { officeContract } from '#contract/office/contract.ts'
import { serveOffice } from '#server/request/serve-office.ts'
import { dismissWalkIn } from './dismiss-walk-in.ts'
import { listWalkIns } from './list-walk-ins.ts'

/** Answers the calls by which staff settle walk-ins; `deskBookings.place` books them. */
export const walkInOfficeRoutes = serveOffice(officeContract.walkIns, {
  list: (_, { db }) => listWalkIns(db),
  dismiss: (asked, request) => dismissWalkIn(request, asked),
})
