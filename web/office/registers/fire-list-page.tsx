import '../families/family.css'
import './register.css'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import * as addresses from '#contract/office/addresses.ts'
import type { FireList } from '#contract/office/registers.ts'
import { momentInLondon } from '#domain/calendar.ts'
import { telOf } from '#domain/email-address.ts'
import { timeRange } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useAddressOf } from '../office-page.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { useDelayed } from '../ui/office-list.ts'
import { useOffersActions } from '../ui/page-actions.ts'
import { PageHead } from '../ui/page-head.tsx'
import { PermittedLink } from '../ui/permitted-link.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { fireListWithFirstNames } from './offline/first-names.ts'
import { OfflineNotice, useIsLocked } from './offline/offline-notice.tsx'
import { fireListQuery } from './register-queries.ts'

type Session = FireList['sessions'][number]

/** Lists everybody to be accounted for at a venue now, each with a box to tick outside the building. */
export function FireListPage() {
  const { id } = useAddressOf(addresses.fireList)
  const { data, error, isPending, refetch } = useQuery(fireListQuery(useOfficeApi(), Number(id)))
  const isSlow = useDelayed(isPending)
  const isLocked = useIsLocked()
  useOffersActions([{ label: 'Print', run: () => print() }])
  if (!data) {
    if (error) return <NotLoaded error={error} onRetry={refetch} level={1} />
    return isSlow ? <ListSkeleton count={8} shape="row" /> : null
  }
  const { venue, now, sessions } = isLocked ? fireListWithFirstNames(data) : data
  const people = sessions.flatMap(session => session.people)
  const expected = people.filter(({ state }) => state === 'none').length
  return (
    <>
      <PageHead
        title={`Fire list, ${venue}`}
        action={
          <Button look="secondary" className="no-print" onClick={() => print()}>
            <Printer aria-hidden="true" className="icon" />
            Print
          </Button>
        }
      >
        <p className="figures">
          At {momentInLondon(new Date(now)).slice(11)}: {people.length - expected} here
          {expected > 0 && `, ${expected} expected and not marked`}
        </p>
      </PageHead>
      {sessions.length === 0 && <EmptyState title="No class runs here now" />}
      {sessions.map(session => (
        <FireSession key={session.id} session={session} />
      ))}
      {/* Below the ticks: what appears when the signal goes moves none of them. The first line says of when the list is. */}
      <div className="above-l">
        <OfflineNotice onDevice={data.onDevice} />
        {error && <p>There is no connection. This is the list of that time</p>}
      </div>
    </>
  )
}

function FireSession({ session }: { session: Session }) {
  const { id, title, room, teachers, startTime, endTime, isMarked, people } = session
  const heading = `fire-${id}`
  return (
    <section aria-labelledby={heading} className="fire-session above-l">
      <h2 id={heading}>
        <PermittedLink to={addresses.session({ id })}>
          {startTime} {title}
        </PermittedLink>
      </h2>
      <p className="quiet figures">
        {[room, timeRange(startTime, endTime), ...teachers].filter(Boolean).join(' · ')}
      </p>
      {!isMarked && people.length > 0 && (
        <p>
          <StateWord is="look">Not marked yet: everybody who is expected is listed</StateWord>
        </p>
      )}
      {people.length === 0 ? (
        <p>{isMarked ? 'Nobody is here' : 'Nobody is expected'}</p>
      ) : (
        <ul className="register-rows">
          {people.map(({ key, name, state, isWalkIn, contacts }) => (
            <li key={key} className="fire-line">
              <label className="fire-tick">
                <input type="checkbox" />
                <span>
                  <strong>{name}</strong>
                  {isWalkIn && ' (walk-in)'}
                  {isMarked && state === 'none' && <span className="quiet"> not marked</span>}
                </span>
              </label>
              <span className="people-ways">
                {contacts
                  .filter(({ phone }) => phone)
                  .map(contact => (
                    <a key={`${contact.name} ${contact.phone}`} href={`tel:${telOf(contact.phone)}`}>
                      {[contact.name, contact.phone].filter(Boolean).join(' ')}
                    </a>
                  ))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
