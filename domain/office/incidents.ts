/** The years for which an incident is kept, and the age until which that of a child is kept. */
const keepIncidentYears = 3
const keepIncidentUntilAge = 21

const yearsAfter = (day: string, years: number): string => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`

/**
 * Returns the last day on which an incident is needed: three years after it, and for a child its 21st birthday, because
 * a claim can be made until three years after coming of age (decision O-121).
 */
export function keepIncidentUntil(day: string, bornOn: string | null): string {
  // 29 February is followed by its 1 March, which every year has.
  const date = (text: string) => text.replace('-02-29', '-03-01')
  const usual = yearsAfter(date(day), keepIncidentYears)
  const days = bornOn ? [usual, yearsAfter(date(bornOn), keepIncidentUntilAge)] : [usual]
  return days.toSorted().at(-1) ?? usual
}
