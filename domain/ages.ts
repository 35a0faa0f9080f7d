/** Returns the whole months from a birthday to a day. */
export function monthsOld(birthday: string, day: string): number {
  const [born, now] = [birthday, day].map(date => date.split('-').map(Number)) as [number[], number[]]
  const [year = 0, month = 0, dayOfMonth = 0] = now.map((part, index) => part - (born[index] ?? 0))
  return year * 12 + month - (dayOfMonth < 0 ? 1 : 0)
}

/** Says an age: 8 → '8 months old', 40 → '3 years old'. From two years on it names years alone. */
export function ageWords(months: number): string {
  const [count, unit] = months < 24 ? [months, 'month'] : [Math.floor(months / 12), 'year']
  return `${count} ${count === 1 ? unit : `${unit}s`} old`
}

/**
 * Reads an age in months: '5' and '5 years' → 60, '18 months' → 18. Returns undefined if it is not an age.
 */
export function readAge(typed: string): number | undefined {
  const [, count, unit = 'y'] = /^(\d{1,3})\s*(y|years?|m|months?)?$/i.exec(typed.trim()) ?? []
  return count === undefined ? undefined : Number(count) * (unit.toLowerCase().startsWith('m') ? 1 : 12)
}

/** Writes an age as `readAge` reads it: 60 → '5', 18 → '18 months'. */
export const asAge = (months: number): string =>
  months % 12 === 0 ? String(months / 12) : `${months} months`

/** An age range in months. A bound that nobody has set is null. */
export interface AgeRange {
  fromMonths: number | null
  toMonths: number | null
}

/**
 * Says a range: 36 and 72 → 'ages 3 to 5', 18 and 48 → '18 months to 3 years', 84 and null → 'ages 7 and over'. The
 * upper bound is the first month that is too old. Returns '' for a range without bounds.
 */
export function rangeWords({ fromMonths, toMonths }: AgeRange): string {
  if (toMonths === null) return fromMonths ? `ages ${asAge(fromMonths)} and over` : ''
  if (!fromMonths) return `children under ${asAge(toMonths)}`
  const isInYears = fromMonths % 12 === 0 && toMonths % 12 === 0
  const [from, to] = isInYears ? [fromMonths / 12, toMonths / 12 - 1] : [fromMonths, toMonths - 1]
  if (from === to) return `children aged ${isInYears ? from : `${from} months`}`
  if (isInYears) return `ages ${from} to ${to}`
  if (toMonths % 12 === 0 && toMonths > 24) return `${fromMonths} months to ${toMonths / 12 - 1} years`
  return `ages ${from} to ${to} months`
}

/** Names a range that stands in place of an age group: 'Ages 5 to 11', or 'All ages'. */
export function rangeName(range: AgeRange): string {
  const words = rangeWords(range)
  return words ? `${words.charAt(0).toUpperCase()}${words.slice(1)}` : 'All ages'
}

/**
 * Whether an age is in the range. A range is only advice, unless the class refuses other ages (decision
 * E-26).
 */
export const isMeantFor = ({ fromMonths, toMonths }: AgeRange, months: number): boolean =>
  months >= (fromMonths ?? 0) && (toMonths === null || months < toMonths)

/** Whether a range takes some child of this age in years. One without bounds takes all. */
export const takesYears = (
  { fromMonths = 0, toMonths = Number.POSITIVE_INFINITY }: { fromMonths?: number; toMonths?: number },
  years: number,
): boolean => fromMonths < (years + 1) * 12 && toMonths > years * 12
