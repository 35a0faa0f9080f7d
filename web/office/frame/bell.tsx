import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import * as addresses from '#contract/office/addresses.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useMayOpen } from '../office-session.ts'
import { Menu } from '../ui/menu.tsx'
import { bellQuery } from './queries.ts'

const maxShown = 99

/** Shows how many things need attention, and opens a list of them. Hidden from roles that may see none of them. */
export function Bell() {
  const mayOpen = useMayOpen()
  const { data } = useQuery(bellQuery(useOfficeApi()))
  if (!data) return null
  const kinds = [
    [data.newEnquiries, 'new enquiry', 'new enquiries', `${addresses.enquiries()}?state=new`],
    [data.failingJobs, 'job fails', 'jobs fail', addresses.health()],
    [data.mismatched, 'payment differs', 'payments differ', `${addresses.orders()}?state=differs`],
    [data.refundsFailed, 'refund needs you', 'refunds need you', `${addresses.orders()}?needs=refundFailed`],
    [data.askedRefunds, 'refund is asked for', 'refunds are asked for', `${addresses.orders()}?needs=asked`],
    [data.disputes, 'payment is disputed', 'payments are disputed', `${addresses.orders()}?needs=disputed`],
    [data.expectedLate, 'payment is late', 'payments are late', `${addresses.orders()}?needs=expectedLate`],
    [data.toRing, 'guest to ring', 'guests to ring', `${addresses.orders()}?needs=toRing`],
    [data.refusedMails, 'email was not delivered', 'emails were not delivered', addresses.health()],
  ] as const
  if (kinds.every(([count]) => count === null)) return null
  const waiting = kinds.flatMap(([count, one, more, to]) =>
    count && mayOpen(to) ? [{ count, text: `${count} ${count === 1 ? one : more}`, to }] : [],
  )
  const total = waiting.reduce((sum, { count }) => sum + count, 0)
  // The name includes the visible count, so that voice control can use it.
  const counted = total > maxShown ? `${maxShown}+` : String(total)
  return (
    <Menu
      id="bell"
      name={
        total > 0
          ? `What needs you, ${counted}: ${waiting.map(({ text }) => text).join(', ')}`
          : 'What needs you: nothing'
      }
      className="icon-button bell"
      label={
        <>
          <BellIcon aria-hidden="true" />
          {total > 0 && <span className="bell-count">{counted}</span>}
        </>
      }
    >
      {waiting.length === 0 && <p className="bell-quiet quiet">Nothing needs you</p>}
      {waiting.map(({ text, to }) => (
        <PageLink key={text} to={to} className="menu-entry">
          {text}
        </PageLink>
      ))}
    </Menu>
  )
}
