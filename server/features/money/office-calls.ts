import { officeContract } from '#contract/office/contract.ts'
import { lastDayToClose } from '#domain/office/vat.ts'
import { readClosedUntil } from '#server/features/orders/closed-days.ts'
import { serveOffice } from '#server/request/serve-office.ts'
import { closeVat } from './close-vat.ts'
import { exportRevenue, exportTakings, exportTakingsByClass, exportVat } from './money-files.ts'
import { readRevenue } from './read-revenue.ts'
import { readExpectedPence, readPostagePence, readTakings } from './read-takings.ts'
import { readTakingsByClass } from './read-takings-by-class.ts'
import { isRegistered, readVat, readVatPeriods } from './read-vat.ts'

/** Answers the calls of the pages about money. */
export const moneyOfficeRoutes = serveOffice(officeContract.money, {
  takings: async (asked, { db }) => ({
    rows: await readTakings(db, asked),
    expectedPence: await readExpectedPence(db),
    postagePence: await readPostagePence(db, asked),
  }),
  takingsFile: (asked, request) => exportTakings(request, asked),
  takingsByClass: (period, { db }) => readTakingsByClass(db, period),
  takingsByClassFile: (period, request) => exportTakingsByClass(request, period),
  revenue: (asked, { db }) => readRevenue(db, asked),
  vat: async (period, { db }) => ({ isRegistered: await isRegistered(db), sums: await readVat(db, period) }),
  vatFile: (period, request) => exportVat(request, period),
  vatPeriods: async (_, { db, clock }) => ({
    periods: await readVatPeriods(db),
    closedUntil: await readClosedUntil(db),
    lastDay: lastDayToClose(clock()),
  }),
  closeVat: (asked, request) => closeVat(asked, request),
  revenueFile: (asked, request) => exportRevenue(request, asked),
})
