import { everyTakingsMethod, everyTakingsStep } from '#domain/office/takings.ts'
import { everyVatCode } from '#domain/office/vat.ts'
import {
  boolean,
  choice,
  count,
  date,
  id,
  instant,
  integer,
  list,
  name,
  nullable,
  plain,
  read,
  textFile,
  type Value,
  write,
} from './office-call.ts'

const period = { from: date, to: date }

const takingsRow = plain({
  ...period,
  payments: count,
  /** Below zero where a receipt of an earlier day was corrected. */
  receivedPence: integer,
  backPence: count,
  /** Received less refunded; below zero if more was refunded. */
  netPence: integer,
  methods: list(
    plain({
      method: choice(everyTakingsMethod),
      payments: count,
      receivedPence: integer,
      backPence: count,
    }),
  ),
})
export type TakingsRow = Value<typeof takingsRow>

export const everyTakingsThing = ['place', 'pack', 'product'] as const

const takingsThing = plain({
  kind: choice(everyTakingsThing),
  id,
  name: name,
  receivedPence: integer,
  backPence: count,
  netPence: integer,
})
export type TakingsThing = Value<typeof takingsThing>

export const everyRevenueGroup = ['classes', 'venues', 'types', 'teachers', 'terms'] as const

const revenueRow = plain({
  /** The id of the class, venue, type or term; 0 for teachers, and for classes without a term. */
  id: integer,
  name: name,
  places: count,
  moneyPence: count,
  backPence: count,
  credits: count,
  /** The estimated value of the credits (decision O-24). */
  creditPence: count,
  netPence: integer,
})
export type RevenueRow = Value<typeof revenueRow>

const vatSum = plain({
  code: choice(everyVatCode),
  percent: count,
  receivedPence: integer,
  backPence: count,
  grossPence: integer,
  vatPence: integer,
})
const vatPeriod = plain({
  id,
  ...period,
  closedAt: instant,
  by: name,
  lines: count,
  grossPence: integer,
  vatPence: integer,
})
export type VatPeriod = Value<typeof vatPeriod>
const needsReauthentication = { needsReauthentication: true }

const takings = { ...period, by: choice(everyTakingsStep) }
const revenue = { ...period, by: choice(everyRevenueGroup) }

/**
 * The calls about money received and refunded, and about what classes earned (spec 4 §6). A period has at
 * most `maxReportDays` days.
 */
export const money = {
  takings: read(
    'Money/takings',
    'money.see',
    takings,
    /**
     * `expectedPence` is the money still expected today, whatever the period. `postagePence` is the postage of the
     * orders that were paid in the period.
     */
    plain({ rows: list(takingsRow), expectedPence: count, postagePence: count }),
  ),
  takingsFile: read('Money/takingsFile', 'money.see', takings, textFile),
  /**
   * Splits the takings of a period by class, pack and product; the rows sum to the takings to the penny. `laterPence`
   * is the part for dates of classes after the period.
   */
  takingsByClass: read(
    'Money/takingsByClass',
    'money.see',
    period,
    plain({ rows: list(takingsThing), laterPence: integer }),
  ),
  takingsByClassFile: read('Money/takingsByClassFile', 'money.see', period, textFile),
  /** Adds up by the days on which the classes take place, not the days of payment. */
  revenue: read('Money/revenue', 'money.see', revenue, list(revenueRow)),
  revenueFile: read('Money/revenueFile', 'money.see', revenue, textFile),
  /** The VAT of a period by code. Its gross equals the takings. */
  vat: read('Money/vat', 'vat.export', period, plain({ isRegistered: boolean, sums: list(vatSum) })),
  vatFile: read('Money/vatFile', 'vat.export', period, textFile, needsReauthentication),
  /** The closed periods, the latest first, and the last day that can be closed now. */
  vatPeriods: read(
    'Money/vatPeriods',
    'vat.export',
    {},
    plain({ periods: list(vatPeriod), closedUntil: nullable(date), lastDay: date }),
  ),
  /** Closes a period for good. Refuses if its sums are no longer those that were shown. */
  closeVat: write(
    'Money/closeVat',
    'vat.export',
    { ...period, grossPence: integer, vatPence: integer },
    plain({ id }),
    needsReauthentication,
  ),
}
