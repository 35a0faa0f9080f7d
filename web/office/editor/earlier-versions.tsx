import './earlier-versions.css'
import { useState } from 'react'
import { maxVersionsShown } from '#contract/office/site.ts'
import { momentInLondon } from '#domain/calendar.ts'
import { useToday } from '#web/today.tsx'
import { spokenMoment } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { plainText } from '#web/ui/showcase/plain-text.ts'
import { WithAnswer } from '../ui/not-loaded.tsx'
import { type TextName, useVersions } from './version-queries.ts'

/** Shows a text's former versions, to be copied into its field; saving is another step. */
export function EarlierVersions({ of, onTake }: { of: TextName; onTake: (value: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  const today = useToday()
  const spoken = (instant: string) => spokenMoment(momentInLondon(new Date(instant)), today)
  const query = useVersions(of, isOpen)
  return (
    <details className="earlier-versions" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>Earlier versions</summary>
      {isOpen && (
        <WithAnswer query={query}>
          {versions => (
            <>
              {versions.length === 0 && <p className="quiet">Nobody has changed this text yet.</p>}
              <ol>
                {versions.map(({ id, value, note, effectiveAt, by, at, isWithdrawn }) => (
                  <li key={id}>
                    <p>
                      <strong>{at ? `${by}, ${spoken(at)}` : 'Before the first change'}</strong>
                      {at && effectiveAt > at && <span className="quiet"> · from {spoken(effectiveAt)}</span>}
                      {isWithdrawn && <span className="quiet"> · called off</span>}
                      {note && <span className="quiet"> · {note}</span>}
                    </p>
                    <p className="quiet earlier-words">{plainText(value) || 'Empty'}</p>
                    <Button size="small" look="secondary" onClick={() => onTake(value)}>
                      Bring back
                    </Button>
                  </li>
                ))}
              </ol>
              {versions.length === maxVersionsShown && (
                <p className="quiet">These are the newest {maxVersionsShown}. Older ones are not shown.</p>
              )}
            </>
          )}
        </WithAnswer>
      )}
    </details>
  )
}
