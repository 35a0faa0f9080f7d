import { everyTakingsMethod, everyTakingsStep } from '#domain/office/takings.ts'
import { choice, count, date, integer, list, name, plain, read, textFile, type Value } from './office-call.ts'

const period = { from: date, to: date }

const takingsRow = plain({
  ...period,
  payments: count,
  /** Below zero where a receipt of an earlier day was corrected. */
  receivedPence: integer,
  backPence: count,
  /** Received less refunded; below zero if more was refunded. */
  netPence: integer,
  methods: list(plain({ method: choice(everyTakingsMethod), receivedPence: integer, backPence: count })),
})
export type TakingsRow = Value<typeof takingsRow>

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
    /** `expectedPence` is the money still expected today, whatever the period. */
    plain({ rows: list(takingsRow), expectedPence: count }),
  ),
  takingsFile: read('Money/takingsFile', 'money.see', takings, textFile),
  /** Adds up by the days on which the classes take place, not the days of payment. */
  revenue: read('Money/revenue', 'money.see', revenue, list(revenueRow)),
  revenueFile: read('Money/revenueFile', 'money.see', revenue, textFile),
}
