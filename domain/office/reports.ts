/** The weekdays in order; a report's row of weekdays has the id 1 for Mondays. */
export const weekdays = ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays']

export const everyOccupancyGroup = ['classes', 'weekdays', 'times', 'venues', 'types', 'terms'] as const

export const everyDemandGroup = ['classes', 'weekdays', 'times', 'venues', 'types'] as const

export const everySourceGroup = ['answers', 'months'] as const

/** How many consecutive dates of a class a child must have missed to be listed. */
export const absencesInARow = 3

/** Names a weekday by its number, and an hour of it: 6 is 'Saturdays', 609 'Saturdays 09:00'; 0 is any date. */
export function namedTime(id: number): string {
  if (id === 0) return 'Any date'
  if (id < 100) return weekdays[id - 1] ?? ''
  return `${weekdays[Math.floor(id / 100) - 1]} ${String(id % 100).padStart(2, '0')}:00`
}

/** Returns a share in whole percent; null if the whole is 0. */
export const percentOf = (part: number, whole: number): number | null =>
  whole > 0 ? Math.round((100 * part) / whole) : null
