import './incident.css'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import * as addresses from '#contract/office/addresses.ts'
import { longMoment } from '#domain/format-dates.ts'
import { yearsInWords } from '#domain/office/people.ts'
import { useToday } from '#web/today.tsx'
import { spokenDate } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useAddressOf } from '../office-page.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { useDelayed } from '../ui/office-list.ts'
import { useOffersActions } from '../ui/page-actions.ts'
import { PageHead } from '../ui/page-head.tsx'
import { PermittedLink } from '../ui/permitted-link.tsx'
import { incidentQuery } from './note-queries.ts'

/** Those who sign the printed form. */
const signatures = ['Written by', 'Parent or guardian', 'Manager']

/** Shows one incident as the form that is printed and signed: one page of A4. */
export function IncidentPage() {
  const today = useToday()
  const { id } = useAddressOf(addresses.incident)
  const { data, error, isPending, refetch } = useQuery(incidentQuery(useOfficeApi(), Number(id)))
  const isSlow = useDelayed(isPending)
  useOffersActions(data ? [{ label: 'Print', run: () => print() }] : [])
  if (!data) {
    if (error) return <NotLoaded error={error} onRetry={refetch} level={1} />
    return isSlow ? <ListSkeleton count={6} shape="row" /> : null
  }
  const { name, age, day, at, title, venue, where, happened, firstAid, by, writtenAt, keepUntil } = data
  const facts = [
    ['Child', [name, age !== null && yearsInWords(age)].filter(Boolean).join(', ')],
    ['When', `${spokenDate(day, today)}, ${at}`],
    ['Class', title],
    ['Where', [venue, where].filter(Boolean).join(', ')],
  ]
  return (
    <article className="incident">
      <PageHead
        title="Record of an incident"
        action={
          <Button look="secondary" className="no-print" onClick={() => print()}>
            <Printer aria-hidden="true" className="icon" />
            Print to sign
          </Button>
        }
      >
        <p className="row gap-s no-print">
          <PermittedLink to={addresses.incidents()}>All incidents</PermittedLink>
          <PermittedLink to={`${addresses.session({ id: data.sessionId })}?day=${day}`}>
            The register
          </PermittedLink>
        </p>
      </PageHead>
      <dl className="incident-facts">
        {facts.map(([term, words]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <h2>What happened</h2>
      <p className="incident-words">{happened}</p>
      <h2>First aid</h2>
      <p className="incident-words">{firstAid || 'None was written down'}</p>
      <p className="quiet above-m">
        Written by {by}, {longMoment(new Date(writtenAt))}. Kept until {spokenDate(keepUntil, today)}
      </p>
      <dl className="incident-signatures">
        {signatures.map(who => (
          <div key={who}>
            <dt>{who}</dt>
            <dd>Signature</dd>
            <dd>Date</dd>
          </div>
        ))}
      </dl>
    </article>
  )
}
