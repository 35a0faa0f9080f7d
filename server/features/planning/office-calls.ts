import { officeContract } from '#contract/office/contract.ts'
import { bankHolidays } from '#domain/office/bank-holidays.ts'
import { grantOf } from '#domain/office/permissions.ts'
import { plannerSentences } from '#domain/office/planner-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import { type OfficeRequest, serveOffice } from '#server/request/serve-office.ts'
import { addDates } from './add-dates.ts'
import { archiveTerm, removeTerm } from './archive-term.ts'
import { changeVenue } from './change-venue.ts'
import { copyTerm } from './copy-term.ts'
import { deleteDrafts } from './delete-drafts.ts'
import { findClasses } from './find-classes.ts'
import { hideSessions } from './hide-sessions.ts'
import { makeClass } from './make-class.ts'
import {
  exportPlannerSessions,
  previewDates,
  readChoices,
  readClass,
  readHistory,
  readMonth,
  readPlannerSession,
  readPlannerSessions,
  readTaughtClasses,
  readUsual,
  requireRange,
} from './planner-queries.ts'
import { callOffSessions, callOffTerm, publishSessions, publishTerm } from './publish-drafts.ts'
import { restoreDrafts } from './restore-drafts.ts'
import { saveClass } from './save-class.ts'
import { previewSessions, saveSessions } from './save-sessions.ts'
import { saveTerm } from './save-term.ts'
import { previewTimes, saveTimes } from './save-times.ts'
import { listTerms, previewCopy } from './term-queries.ts'

/** Whether the role sees the whole planner; others see the sessions that they teach (spec 3 §6). */
const seesAll = ({ staff }: OfficeRequest) => grantOf(staff.role, 'planner.see') === 'yes'
const ownAlone = <T extends object>(asked: T, request: OfficeRequest): T & { teacherId?: number } =>
  seesAll(request) ? asked : { ...asked, teacherId: request.staff.staffId }

export const termsOfficeRoutes = serveOffice(officeContract.terms, {
  list: (_, { db, clock }) => listTerms(db, clock()),
  bankHolidays: async ({ from, to }) => {
    requireRange({ from, to })
    return bankHolidays(from, to)
  },
  save: (input, request) => saveTerm(request, input),
  previewCopy: async (input, { db }) => {
    requireRange({ from: input.startDate, to: input.endDate })
    return previewCopy(db, input)
  },
  copy: (input, request) => copyTerm(request, input),
  publish: (input, request) => publishTerm(request, input),
  callOff: (input, request) => callOffTerm(request, input),
  archive: (input, request) => archiveTerm(request, input),
  remove: (input, request) => removeTerm(request, input),
})

export const plannerOfficeRoutes = serveOffice(officeContract.planner, {
  search: (input, request) => findClasses(request.db, ownAlone(input, request)),
  choices: (_, { db }) => readChoices(db),
  week: (input, request) => readPlannerSessions(request.db, ownAlone(input, request)),
  export: (input, request) => exportPlannerSessions(request, ownAlone(input, request)),
  month: (input, request) => readMonth(request.db, ownAlone(input, request)),
  previewDates: (input, { db }) => previewDates(db, input),
  usual: (input, { db }) => readUsual(db, input),
  makeClass: (input, request) => makeClass(request, input),
  session: (input, request) => readPlannerSession(request.db, ownAlone(input, request)),
  history: (input, { db }) => readHistory(db, input),
  class: async ({ id }, request) => {
    const found = await readClass(request.db, id)
    const isOwn = ({ teachers }: (typeof found.sessions)[number]) =>
      teachers.some(teacher => teacher.id === request.staff.staffId)
    const sessions = seesAll(request) ? found.sessions : found.sessions.filter(isOwn)
    requireThat(seesAll(request) || sessions.length > 0, plannerSentences.notFound)
    if (seesAll(request)) return { ...found, sessions }
    // The page of a class that they do not teach is refused.
    const taught = await readTaughtClasses(request.db, request.staff.staffId)
    return { ...found, sessions, elsewhere: found.elsewhere.filter(one => taught.has(one.id)) }
  },
  saveClass: (input, request) => saveClass(request, input),
  addDates: (input, request) => addDates(request, input),
  previewTimes: (input, { db, clock }) => previewTimes(db, input, clock()),
  saveTimes: (input, request) => saveTimes(request, input),
  previewSessions: (input, { db, clock }) => previewSessions(db, input, clock()),
  saveSessions: (input, request) => saveSessions(request, input),
  publish: (input, request) => publishSessions(request, input),
  callOff: (input, request) => callOffSessions(request, input),
  hide: (input, request) => hideSessions(request, input),
  deleteDrafts: (input, request) => deleteDrafts(request, input),
  restoreDrafts: (input, request) => restoreDrafts(request, input),
  changeVenue: (input, request) => changeVenue(request, input),
})
