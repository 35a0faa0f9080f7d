import { addDays, daysBetween, mondayOf } from '#domain/calendar.ts'
import { requireThat } from '#domain/refusal.ts'

/**
 * The longest period of a report, in days: a year and a few days, as terms do not start on the same day every
 * year.
 */
export const maxReportDays = 370

export const everyTakingsStep = ['day', 'week', 'month'] as const
export type TakingsStep = (typeof everyTakingsStep)[number]

export const everyTakingsMethod = [
  'card',
  'cash',
  'bank',
  'cardMachine',
  'childcare',
  'voucher',
  'council',
  'other',
] as const
export type TakingsMethod = (typeof everyTakingsMethod)[number]

/** The money received and refunded on a day by one method, in pence. */
export interface DayTakings {
  day: string
  method: TakingsMethod
  payments: number
  receivedPence: number
  backPence: number
}

/** The money received and refunded in a period, in pence: in all, and by method. */
export interface Takings {
  from: string
  to: string
  payments: number
  receivedPence: number
  backPence: number
  netPence: number
  methods: { method: TakingsMethod; payments: number; receivedPence: number; backPence: number }[]
}

export const moneySentences = {
  periodBackwards: 'The last day is before the first',
  periodTooLong: `Choose at most ${maxReportDays} days`,
}

/** Refuses a period that ends before it begins or is longer than `maxReportDays`. */
export function requirePeriod({ from, to }: { from: string; to: string }): void {
  requireThat(from <= to, moneySentences.periodBackwards)
  requireThat(daysBetween(from, to) < maxReportDays, moneySentences.periodTooLong)
}

/** Divides a period into its calendar months, so that no statement reads more than one. */
export function monthsWithin({ from, to }: { from: string; to: string }): { from: string; to: string }[] {
  const months: { from: string; to: string }[] = []
  for (let first = from; first <= to; ) {
    const next = firstOfNextMonth(first)
    months.push({ from: first, to: addDays(next, -1) < to ? addDays(next, -1) : to })
    first = next
  }
  return months
}

function firstOfNextMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return month === 12
    ? `${year + 1}-01-01`
    : `${String(year).padStart(4, '0')}-${String(month + 1).padStart(2, '0')}-01`
}

/** Returns the first day of the step (a day, week or month) that contains a day. */
const stepOf = (day: string, step: TakingsStep): string =>
  step === 'day' ? day : step === 'week' ? mondayOf(day) : `${day.slice(0, 7)}-01`

const lastOf = (first: string, step: TakingsStep): string =>
  step === 'day' ? first : step === 'week' ? addDays(first, 6) : addDays(firstOfNextMonth(first), -1)

/** Adds up the days by step, in order; days and methods without money are left out. */
export function addUpTakings(days: DayTakings[], step: TakingsStep): Takings[] {
  const sums = new Map<string, Takings>()
  for (const { day, method, payments, receivedPence, backPence } of days) {
    const from = stepOf(day, step)
    const sum = sums.get(from) ?? {
      ...{ from, to: lastOf(from, step), methods: [] },
      ...{ payments: 0, receivedPence: 0, backPence: 0, netPence: 0 },
    }
    sums.set(from, sum)
    sum.payments += payments
    sum.receivedPence += receivedPence
    sum.backPence += backPence
    sum.netPence += receivedPence - backPence
    const byMethod = sum.methods.find(one => one.method === method)
    if (byMethod) {
      byMethod.payments += payments
      byMethod.receivedPence += receivedPence
      byMethod.backPence += backPence
    } else sum.methods.push({ method, payments, receivedPence, backPence })
  }
  for (const { methods } of sums.values()) {
    methods.sort(
      (one, other) => everyTakingsMethod.indexOf(one.method) - everyTakingsMethod.indexOf(other.method),
    )
  }
  return [...sums.values()].sort((one, other) => one.from.localeCompare(other.from))
}
