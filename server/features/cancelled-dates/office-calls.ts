import { officeContract } from '#contract/office/contract.ts'
import { serveOffice } from '#server/request/serve-office.ts'
import { cancelDates, previewDates } from './cancel-dates.ts'
import { giveGoodwill, previewGoodwill } from './give-goodwill.ts'
import { markPhoned } from './mark-phoned.ts'
import { readProgress } from './queries.ts'
import { undoCancelledDates } from './undo-cancelled-dates.ts'

/** Serves cancelling dates, goodwill for dates, and the progress of both. */
export const cancelledDateOfficeRoutes = serveOffice(officeContract.cancelledDates, {
  preview: (asked, request) => previewDates(asked, request),
  cancel: (input, request) => cancelDates(input, request),
  previewGoodwill: (asked, request) => previewGoodwill(asked, request),
  giveGoodwill: (input, request) => giveGoodwill(input, request),
  undo: (input, request) => undoCancelledDates(input, request),
  progress: ({ id }, { db, clock }) => readProgress(db, id, clock()),
  rung: (input, request) => markPhoned(input, request),
})
