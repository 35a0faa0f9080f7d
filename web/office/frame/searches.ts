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

/** What one area cannot answer just now, the others still do. */
export async function searchAll(api: OfficeApi, role: Role, words: string): Promise<Found[]> {
  const answers = await Promise.allSettled(
    searches.filter(({ permission }) => may(role, permission)).map(({ ask }) => ask(api, words)),
  )
  return answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
}
