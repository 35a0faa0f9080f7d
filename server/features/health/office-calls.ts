import { officeContract } from '#contract/office/contract.ts'
import { serveOffice } from '#server/request/serve-office.ts'
import { exportActions, listActions, readBell, readChain, readHealth, readToday } from './queries.ts'
import { retryJob } from './retry-job.ts'
import { runAudit } from './run-audit.ts'

export const healthOfficeRoutes = serveOffice(officeContract.health, {
  today: (_, request) => readToday(request.db, request),
  bell: (_, { db, staff, clock }) => readBell(db, { staff, now: clock() }),
  get: (_, { db, clock, lastRuns, config }) => readHealth(db, { now: clock(), lastRuns, config }),
  retryJob,
  runAudit,
  log: (input, { db, staff }) => listActions(db, input, staff),
  export: (filters, request) => exportActions(request, filters),
  chain: (_, request) => readChain(request),
})
