/** 1250 → '£12.50'. */
export const pounds = (pence: number): string => `£${(pence / 100).toFixed(2)}`

// Formatted apart: whether a comma stands between them depends on the runtime's language data.
const weekdays = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' })
const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** '2026-12-05' → 'Saturday 5 December 2026'. */
export function longDay(day: string): string {
  const midnight = new Date(`${day}T00:00:00Z`)
  return `${weekdays.format(midnight)} ${dates.format(midnight)}`
}

/** '10:00:00' → '10:00'. */
export const timeOfDay = (time: string): string => time.slice(0, 5)

const moments = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  dateStyle: 'full',
  timeStyle: 'short',
})

/** 'Saturday, 5 December 2026 at 10:00', as a clock in London shows it. */
export const longMoment = (moment: Date): string => moments.format(moment)
