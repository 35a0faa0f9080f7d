import '#web/site/notifications/message-list.css'
import { ChevronRight } from 'lucide-react'
import * as addresses from '#contract/addresses.ts'
import { isChildComplete } from '#domain/child-details.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useChildren } from './queries.ts'

/** Asks for details of a child that an import left out, until they are filled in (spec 3 §13). */
export function IncompleteChildren() {
  const { data: children = [] } = useChildren()
  const incomplete = children.filter(child => !isChildComplete(child))
  if (incomplete.length === 0) return null
  return (
    <ul className="notices" aria-label="To be completed">
      {incomplete.map(({ id, firstName }) => (
        <li key={id}>
          <PageLink to={addresses.editChild({ childId: id })} className="notice notice-unread">
            <span>
              <span className="notice-title">Please complete {firstName}’s details</span>
              <span className="notice-time">Something that we should know is missing</span>
            </span>
            <ChevronRight aria-hidden="true" className="icon" />
          </PageLink>
        </li>
      ))}
    </ul>
  )
}
