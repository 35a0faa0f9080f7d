import type { OfficeApi } from '#contract/office/client.ts'
import { may, type Permission, type Role } from '#domain/office/permissions.ts'
import { searchFamilies } from '../families/family-queries.ts'
import { searchClasses } from '../planner/search-queries.ts'

/** A line of the palette, which opens an address or does something. */
export interface Found {
  label: string
  /** The kind of thing: “Family”, “Order”. */
  hint: string
  to?: string
  run?: () => void
}

interface Search {
  permission: Permission
  ask: (api: OfficeApi, words: string) => Promise<Found[]>
}

/** Searches of the areas by a few letters. */
const searches: Search[] = [
  { permission: 'family.see', ask: searchFamilies },
  { permission: 'planner.see', ask: searchClasses },
]

/**
 * Searches how things are done, and every area. A search that fails does not stop the others. The failure is reported only if there are no
 * results at all.
 */
export async function searchAll(api: OfficeApi, role: Role, words: string): Promise<Found[]> {
  const answers = await Promise.allSettled([
    import('./palette-how-tos.ts').then(file => file.findHowTos(role, words)),
    ...searches.filter(({ permission }) => may(role, permission)).map(({ ask }) => ask(api, words)),
  ])
  const found = answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
  const failed = answers.find(answer => answer.status === 'rejected')
  if (failed && found.length === 0) throw failed.reason
  return found
}
