import { officeContract } from '#contract/office/contract.ts'
import { readVenueChoices } from '#server/features/orders/office-queries.ts'
import { serveOffice } from '#server/request/serve-office.ts'
import { exportRegister } from './export-register.ts'
import { readFireList } from './fire-list.ts'
import { markRegister } from './mark-register.ts'
import { openRegister, readMarksOfDay } from './open-register.ts'
import { printRegister } from './print-register.ts'
import { comingFor, nextRegisterDay, readLater, readMissing, readRegisterDay, seenBy } from './queries.ts'

/** The calls for registers. */
export const registerOfficeRoutes = serveOffice(officeContract.registers, {
  day: async (asked, request) => ({
    sessions: await readRegisterDay(request.db, asked, seenBy(request), request.clock()),
    missing: await readMissing(request.db, asked, seenBy(request)),
    venues: await readVenueChoices(request.db),
    later: await readLater(request.db, asked, request),
    next: await nextRegisterDay(request.db, asked, comingFor(request)),
  }),
  get: (asked, request) => openRegister(request, asked),
  marks: (asked, request) => readMarksOfDay(request, asked),
  mark: (asked, request) => markRegister(request, asked),
  fire: ({ venueId }, request) => readFireList(request, venueId),
  export: (asked, request) => exportRegister(request, asked),
  print: (asked, request) => printRegister(request, asked),
})
