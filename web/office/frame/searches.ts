import type { OfficeApi } from '#contract/office/client.ts'
import { may, type Permission, type Role } from '#domain/office/permissions.ts'
import { searchFamilies } from '../families/family-queries.ts'
import { searchClasses } from '../planner/search-queries.ts'

/** One line of the palette: it leads to an address, or does something. */
export interface Found {
  label: string
  /** What it is: “Family”, “Order”. */
  hint: string
  to?: string
  run?: () => void
}

interface Search {
  permission: Permission
  ask: (api: OfficeApi, words: string) => Promise<Found[]>
}

/** What the areas can find by a few letters. */
const searches: Search[] = [
  { permission: 'family.see', ask: searchFamilies },
  { permission: 'planner.see', ask: searchClasses },
]

/** What one area cannot answer just now, the others still do; with nothing from them it is not known that nothing is there. */
export async function searchAll(api: OfficeApi, role: Role, words: string): Promise<Found[]> {
  const answers = await Promise.allSettled(
    searches.filter(({ permission }) => may(role, permission)).map(({ ask }) => ask(api, words)),
  )
  const found = answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
  const failed = answers.find(answer => answer.status === 'rejected')
  if (failed && found.length === 0) throw failed.reason
  return found
}
