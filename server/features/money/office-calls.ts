import { officeContract } from '#contract/office/contract.ts'
import { serveOffice } from '#server/request/serve-office.ts'
import { exportRevenue, exportTakings } from './money-files.ts'
import { readRevenue } from './read-revenue.ts'
import { readExpectedPence, readTakings } from './read-takings.ts'

/** Answers the calls of the pages about money. */
export const moneyOfficeRoutes = serveOffice(officeContract.money, {
  takings: async (asked, { db }) => ({
    rows: await readTakings(db, asked),
    expectedPence: await readExpectedPence(db),
  }),
  takingsFile: (asked, request) => exportTakings(request, asked),
  revenue: (asked, { db }) => readRevenue(db, asked),
  revenueFile: (asked, request) => exportRevenue(request, asked),
})
