import { officeContract } from '#contract/office/contract.ts'
import { readVenueChoices } from '#server/features/orders/office-queries.ts'
import { serveOffice } from '#server/request/serve-office.ts'
import { exportRegister } from './export-register.ts'
import { readFireList } from './fire-list.ts'
import { listIncidents, readIncident, writeIncident } from './incidents.ts'
import { logReadings } from './log-readings.ts'
import { markRegister } from './mark-register.ts'
import { openRegister, readMarksOfDay } from './open-register.ts'
import { printRegister } from './print-register.ts'
import { comingFor, nextRegisterDay, readLater, readMissing, readRegisterDay, seenBy } from './queries.ts'
import { saveRegisterNote } from './register-notes.ts'
import { takeAlong } from './take-along.ts'

/** The calls for incidents. */
export const incidentOfficeRoutes = serveOffice(officeContract.incidents, {
  write: (asked, request) => writeIncident(request, asked),
  list: (asked, request) => listIncidents(request.db, asked),
  read: ({ id }, request) => readIncident(request, id),
})

/** The calls for registers. */
export const registerOfficeRoutes = serveOffice(officeContract.registers, {
  day: async (asked, request) => ({
    sessions: await readRegisterDay(request.db, asked, seenBy(request), request.clock()),
    missing: await readMissing(request.db, asked, seenBy(request), request.clock()),
    venues: await readVenueChoices(request.db),
    later: await readLater(request.db, asked, request),
    next: await nextRegisterDay(request.db, asked, comingFor(request)),
  }),
  get: (asked, request) => openRegister(request, asked),
  along: (asked, request) => takeAlong(request, asked),
  marks: (asked, request) => readMarksOfDay(request, asked),
  mark: (asked, request) => markRegister(request, asked),
  saveNote: (asked, request) => saveRegisterNote(request, asked),
  handIn: (asked, request) => markRegister(request, asked),
  readAway: (asked, request) => logReadings(request, asked),
  fire: ({ venueId }, request) => readFireList(request, venueId),
  export: (asked, request) => exportRegister(request, asked),
  print: (asked, request) => printRegister(request, asked),
})
