import * as addresses from '#contract/office/addresses.ts'

/** Returns the address of the planner's list of the dates of a period, with filters by their names in the address. */
export const datesInPlanner = (
  { from, to }: { from: string; to: string },
  filters: Record<string, number> = {},
): string => {
  const named = Object.entries(filters).map(([name, value]) => [name, String(value)])
  return `${addresses.planner()}?${new URLSearchParams([['view', 'list'], ['day', from], ['to', to], ...named])}`
}
