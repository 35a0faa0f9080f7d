// Formatted separately, because a comma between the parts depends on the runtime's language data.
const weekdays = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' })
const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** Formats '2026-12-05' as 'Saturday 5 December 2026'. */
export function longDay(day: string): string {
  const midnight = new Date(`${day}T00:00:00Z`)
  return `${weekdays.format(midnight)} ${dates.format(midnight)}`
}

/** Formats '2026-12-05' as 'Saturday'. */
export const weekdayName = (day: string): string => weekdays.format(new Date(`${day}T00:00:00Z`))

const shortDays = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
/** Returns 'Tue 3 Mar'. */
export const shortDay = (day: string): string =>
  shortDays.format(new Date(`${day}T00:00:00Z`)).replace(',', '')

/** A term and its closures. */
export interface TermDates {
  name: string
  startDate: string
  endDate: string
  closures: { name: string; startDate: string; endDate: string }[]
}

const daysFrom = (...days: string[]) =>
  [...new Set(days)].map(day => dates.format(new Date(`${day}T00:00:00Z`))).join(' to ')

/** Returns 'Spring: 4 January 2027 to 28 March 2027. Closed: Half-term, 15 February 2027 to 21 February 2027'. */
export function termWords({ name, startDate, endDate, closures }: TermDates): string {
  const closed = closures.map(closure => `${closure.name}, ${daysFrom(closure.startDate, closure.endDate)}`)
  const when = `${name}: ${daysFrom(startDate, endDate)}`
  return closed.length > 0 ? `${when}. Closed: ${closed.join('; ')}` : when
}

/** Writes an address in one line. A second line that is a dash counts as empty. */
export const addressLine = (lines: string[]): string =>
  lines.filter(line => line !== '' && line !== '-').join(', ')

/** Formats '10:00:00' as '10:00'. */
export const timeOfDay = (time: string): string => time.slice(0, 5)

const moments = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  dateStyle: 'full',
  timeStyle: 'short',
})

/** Writes a moment as a London clock shows it: 'Saturday, 5 December 2026 at 10:00'. */
export const longMoment = (moment: Date): string => moments.format(moment)

const link = /:\/\/|@|www\.|(?:[^\s.]{2}|[^\p{L}\s.])\.[\p{L}\p{N}]{2}|\.[\p{L}\p{N}]+\//iu

/**
 * Returns a guest's name for a mail, or 'Guest' if a mail program would turn the name into a link. Guests may
 * type any name and anybody's address.
 */
export const guestName = (name: string): string => (link.test(name) ? 'Guest' : name)

/** Returns the greeting of a mail, without a name if none is known. */
export const greeting = (name: string): string => (name ? `Hello ${name},` : 'Hello,')
