import { paymentMode } from './business.ts'
import {
  boolean,
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
  isOver: boolean,
  isWithdrawn: boolean,
  /** Whether the member may open the register now. */
  opensRegister: boolean,
  name: line,
  venue: line,
  taken: count,
  capacity: count,
  /** How many of the booked are marked here or late now; once it is over, also who has left. */
  here: count,
  walkIns: count,
  /** How many places have no mark yet in a register that somebody began. */
  unmarked: count,
  /** How many wait for a place on this date. */
  waiting: count,
  /** Whether it began at least 15 minutes ago and has no mark. */
  isNotTaken: boolean,
  cancelled: nullable(plain({ id, at: instant, by: line })),
})

export const action = plain({
  id,
  at: instant,
  by: nullable(line),
  action: line,
  subjectKind: line,
  subjectId: nullable(id),
  /** An order's number, by which its page is found. */
  orderNumber: nullable(line),
  accountId: nullable(id),
  reason: textUpTo(500),
  facts: json,
})

const ofLog = { words: ifPresent(line), day: ifPresent(date) }

/** Health and the log: the state of everything that runs by itself. */
export const health = {
  /** The things that need attention. A field that the role may not see is null. */
  today: read(
    'Health/today',
    'everybody',
    {},
    plain({
      /** Unfinished sessions come first. `sessionsInAll` counts all that Registers shows the member today. */
      sessions: nullable(list(shownSession)),
      sessionsInAll: nullable(count),
      /** The sums of all sessions of today that are not cancelled; `here` leaves out those that are over. */
      ofToday: nullable(
        plain({ sessions: count, taken: count, capacity: count, here: count, waiting: count }),
      ),
      /** The next day on which Registers shows the member a session. */
      next: nullable(date),
      /** The number of children marked absent today whose parents must be called. */
      missing: nullable(count),
      /** The first thin sessions of the next two weeks; `thinInAll` counts them all. */
      thin: nullable(list(shownSession)),
      thinInAll: nullable(count),
      /** The money received and refunded today. */
      moneyToday: nullable(plain({ receivedPence: integer, backPence: count })),
      /** The net takings of this month until today, and of the same days of the month before. */
      moneyMonth: nullable(plain({ netPence: integer, beforePence: integer })),
      /** Orders paid or confirmed for free since the start of yesterday. */
      newOrders: nullable(count),
      /** Orders with products that have not been sent. */
      toSend: nullable(count),
      unpaid: nullable(plain({ count, endWithinTheHour: count })),
      /** `oldest` is the day of the oldest open enquiry. */
      openEnquiries: nullable(plain({ count, oldest: nullable(date) })),
      failing: nullable(count),
      /** Failed refunds, and those that wait for the provider's balance. */
      refunds: nullable(plain({ failed: count, waiting: count })),
      disputes: nullable(count),
      /** Refund requests of colleagues that wait for a decision. */
      askedRefunds: nullable(count),
      /** Orders whose guest left no email address and has to be rung. */
      toRing: nullable(count),
      /** Payments that have been expected for longer than the business allows. */
      expectedLate: nullable(count),
      payments: nullable(paymentMode),
    }),
    { isPoll: true },
  ),
  /** The counts at the bell (spec 3 §2.1). A field that the role may not see is null. */
  bell: read(
    'Health/bell',
    'everybody',
    {},
    plain({
      newEnquiries: nullable(count),
      failingJobs: nullable(count),
      mismatched: nullable(count),
      refundsFailed: nullable(count),
      /** Open disputes. */
      disputes: nullable(count),
      askedRefunds: nullable(count),
      toRing: nullable(count),
      expectedLate: nullable(count),
      /** Mails refused in the last 24 hours. */
      refusedMails: nullable(count),
    }),
    { isPoll: true },
  ),
  get: read(
    'Health/get',
    'health.see',
    {},
    plain({
      work: list(plain({ name: line, at: instant, standsStill: boolean })),
      jobs: list(
        plain({
          id,
          what: line,
          attempts: count,
          lastError: line,
          dueAt: instant,
          isLate: boolean,
        }),
      ),
      /** `jobs` and `mismatched` hold the first entries; these are the totals. */
      jobsInAll: count,
      mismatchedInAll: count,
      /**
       * Mails sent or refused in the last 24 hours, and all that are waiting. In practice mode nothing is sent, and
       * `waiting` counts the day's mails.
       */
      mails: plain({ sent: count, waiting: count, refused: count, arePractised: boolean }),
      /** `amountPence` came in, `askedPence` was asked for. */
      mismatched: list(plain({ orderNumber: line, amountPence: integer, askedPence: integer, at: instant })),
      /** The first failed refunds, oldest first. */
      refundsFailed: list(plain({ id, orderNumber: line, amountPence: integer, at: instant })),
      payments: paymentMode,
      lastPaymentAt: nullable(instant),
      /** When the card provider last sent a hook. */
      lastHookAt: nullable(instant),
      lastAudit: nullable(auditRun),
    }),
    { isPoll: true },
  ),
  retryJob: write('Health/retryJob', 'health.see', { id }, done),
  runAudit: write('Health/runAudit', 'health.see', {}, auditRun),
  log: read('Health/log', 'log.see', { ...pageOfList, ...ofLog }, officeList(action)),
  export: exported('Health', 'log.see', ofLog, ofPeople),
  /** Verifies the whole log: the time since when its chain is intact, and the rows at which it is broken. */
  chain: read('Health/chain', 'log.see', {}, plain({ since: nullable(instant), broken: list(line) })),
}
