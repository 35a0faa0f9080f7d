import { monthsOld } from '#domain/ages.ts'
import { useToday } from '#web/today.tsx'
import { namesInOne } from '#web/ui/names-in-one.ts'
import { useOwnChildren } from './queries.ts'

/** The ages of a family's own children, each with its label: 'For Isla, 4' or 'For Isla and Noah, 4'. */
export function useChildAges(): { years: number; label: string }[] {
  const today = useToday()
  const { data: children = [] } = useOwnChildren()
  const byAge = new Map<number, string[]>()
  for (const { firstName, dateOfBirth } of children) {
    const years = Math.floor(monthsOld(dateOfBirth, today) / 12)
    if (years >= 0) byAge.set(years, [...(byAge.get(years) ?? []), firstName])
  }
  return [...byAge].map(([years, names]) => ({
    years,
    label: `For ${namesInOne(names)}, ${years === 0 ? 'under 1' : years}`,
  }))
}

/** Names an age in years: 'Under 1', '1 year', '4 years'. */
export const yearsWords = (years: number): string =>
  years === 0 ? 'Under 1' : `${years} ${years === 1 ? 'year' : 'years'}`
