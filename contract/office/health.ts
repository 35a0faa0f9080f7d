import { paymentMode } from './business.ts'
import {
  count,
  date,
  done,
  exported,
  id,
  ifPresent,
  instant,
  integer,
  json,
  line,
  list,
  longText,
  nullable,
  officeList,
  ofPeople,
  pageOfList,
  plain,
  read,
  textUpTo,
  time,
  truth,
  write,
} from './office-call.ts'

const finding = plain({ number: count, rule: line, violations: count, examples: list(longText) })
export const auditRun = plain({
  at: instant,
  milliseconds: count,
  rules: count,
  by: nullable(line),
  broken: list(finding),
})

const shownSession = plain({
  id,
  date,
  startTime: time,
  endTime: time,
  isOver: truth,
  isWithdrawn: truth,
  /** Whether who asks may open its register now. */
  opensRegister: truth,
  name: line,
  venue: line,
  taken: count,
  capacity: count,
})

export const action = plain({
  id,
  at: instant,
  by: nullable(line),
  action: line,
  subjectKind: line,
  subjectId: nullable(id),
  accountId: nullable(id),
  reason: textUpTo(500),
  facts: json,
})

const ofLog = { words: ifPresent(line), day: ifPresent(date) }

/** What runs by itself, whether all is well, and what was done. */
export const health = {
  /** What needs somebody; what the role may not see is null. */
  today: read(
    'Health/today',
    'everybody',
    {},
    plain({
      /** Those that are not over first; `sessionsInAll` counts what Registers has of the day for who asks. */
      sessions: nullable(list(shownSession)),
      sessionsInAll: nullable(count),
      /** The next day on which Registers has any for who asks. */
      next: nullable(date),
      /** Of the next two weeks the first; `thinInAll` counts them all. */
      thin: nullable(list(shownSession)),
      thinInAll: nullable(count),
      /** Orders that were paid for since yesterday began, or cost nothing. */
      newOrders: nullable(count),
      unpaid: nullable(plain({ count, endWithinTheHour: count })),
      /** And the day on which the oldest came. */
      openEnquiries: nullable(plain({ count, oldest: nullable(date) })),
      failing: nullable(count),
      payments: nullable(paymentMode),
    }),
    { isPoll: true },
  ),
  /** What the bell counts (spec 3 §2.1); what the role may not see is null. */
  bell: read(
    'Health/bell',
    'everybody',
    {},
    plain({
      newEnquiries: nullable(count),
      failingJobs: nullable(count),
      mismatched: nullable(count),
      /** Of the last 24 hours. */
      refusedMails: nullable(count),
    }),
    { isPoll: true },
  ),
  get: read(
    'Health/get',
    'health.see',
    {},
    plain({
      work: list(plain({ name: line, at: instant, standsStill: truth })),
      jobs: list(
        plain({
          id,
          what: line,
          attempts: count,
          lastError: line,
          dueAt: instant,
          isLate: truth,
        }),
      ),
      /** `jobs` and `mismatched` are the first of so many. */
      jobsInAll: count,
      mismatchedInAll: count,
      /** Sent or refused in the last 24 hours, and all that wait. Practised ones are sent nowhere: those waiting are the day's. */
      mails: plain({ sent: count, waiting: count, refused: count, arePractised: truth }),
      mismatched: list(plain({ orderNumber: line, amountPence: integer, at: instant })),
      payments: paymentMode,
      lastPaymentAt: nullable(instant),
      /** The card provider's last message. */
      lastHookAt: nullable(instant),
      lastAudit: nullable(auditRun),
    }),
    { isPoll: true },
  ),
  retryJob: write('Health/retryJob', 'health.see', { id }, done),
  runAudit: write('Health/runAudit', 'health.see', {}, auditRun),
  log: read('Health/log', 'log.see', { ...pageOfList, ...ofLog }, officeList(action)),
  export: exported('Health', 'log.see', ofLog, ofPeople),
  /** Since when the log's chain stands, and the rows at which it is broken: reads all of it. */
  chain: read('Health/chain', 'log.see', {}, plain({ since: nullable(instant), broken: list(line) })),
}
