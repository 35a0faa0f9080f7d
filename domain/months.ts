const names = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const firstOf = (month: string) => new Date(`${month}-01T00:00:00Z`)

/** Formats '2026-11' as 'November 2026'. */
export const monthName = (month: string): string => names.format(firstOf(month))

/** Returns the month some months later: '2026-11', 2 → '2027-01'. */
export function monthAfter(month: string, months: number): string {
  const first = firstOf(month)
  first.setUTCMonth(first.getUTCMonth() + months)
  return first.toISOString().slice(0, 7)
}
