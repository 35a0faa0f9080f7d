import './waiting.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import type { WaitedFor } from '#contract/office/waiting.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useToday } from '#web/today.tsx'
import { Button } from '#web/ui/button.tsx'
import { useOfficeApi } from '../office-api.ts'
import { WithAnswer } from '../ui/not-loaded.tsx'
import { SidePanel } from '../ui/side-panel.tsx'
import { EntryRow } from './entry-row.tsx'
import { PutOn } from './put-on.tsx'
import { queueQuery } from './waiting-queries.ts'
import { whenOf } from './when-of.ts'

/** Shows the queue of one date, or of the families for whom any date of a class will do. */
export function QueuePanel({ date, onClose }: { date: WaitedFor; onClose: () => void }) {
  const { offeringId, sessionId, title, venue, capacity, taken, kept, free } = date
  const today = useToday()
  const queue = useQuery(queueQuery(useOfficeApi(), { offeringId, ...(sessionId !== null && { sessionId }) }))
  const [isAdding, setAdding] = useState(false)
  return (
    <SidePanel title={title} onClose={onClose}>
      <div className="stack">
        <p>
          {whenOf(date, today)} · {venue}
        </p>
        {sessionId !== null && (
          <p className="figures">
            {taken} of {capacity} places taken
            {kept > 0 && `, ${kept} kept for offers`}
            {free > 0 && `, ${free} free`}
          </p>
        )}
        <p className="row">
          {sessionId === null ? (
            <PageLink to={addresses.plannedClass({ id: offeringId })}>The class and all its dates</PageLink>
          ) : (
            <>
              <PageLink data-begins to={addresses.session({ id: sessionId })}>
                Who comes
              </PageLink>
              <PageLink to={addresses.sessionTab({ id: sessionId, tab: 'details' })}>Its details</PageLink>
            </>
          )}
        </p>
        <WithAnswer query={queue}>
          {entries =>
            entries.length === 0 ? (
              <p className="quiet">Nobody waits for this any more</p>
            ) : (
              <ol className="waiting-rows" aria-label="Who waits">
                {entries.map(entry => (
                  <EntryRow key={entry.id} entry={entry} />
                ))}
              </ol>
            )
          }
        </WithAnswer>
        <p>
          <Button look="secondary" onClick={() => setAdding(true)}>
            Put somebody on this list
          </Button>
        </p>
      </div>
      {isAdding && (
        <PutOn
          date={{ ...date, sessionId: sessionId ?? undefined, when: whenOf(date, today) }}
          onClose={() => setAdding(false)}
        />
      )}
    </SidePanel>
  )
}
