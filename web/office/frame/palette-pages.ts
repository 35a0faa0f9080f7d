import type { Role } from '#domain/office/permissions.ts'
import { may } from '#domain/office/permissions.ts'
import { mayOpen } from '../office-page.ts'
import { officePages } from '../pages.ts'
import { withNew } from '../ui/new-in-address.ts'
import type { Found } from './searches.ts'

/** Lists the pages that a role may open, then what it may create. */
export function pagesFor(role: Role): Found[] {
  const open = officePages.filter(
    page => mayOpen(role, page) && page.permission !== 'anyone' && !page.path.includes(':'),
  )
  return [
    ...open.map(({ title, makes, path }) => ({ label: title, hint: makes ? 'New' : 'Page', to: path })),
    ...open.flatMap(({ title, one, path }) =>
      one && may(role, one.permission) ? [{ label: `New ${one.name}`, hint: title, to: withNew(path) }] : [],
    ),
  ]
}
