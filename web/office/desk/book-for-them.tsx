import '../families/family.css'
import '../waiting/waiting.css'
import './desk.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FoundClass } from '#contract/office/desk-bookings.ts'
import type { FamilyHead } from '#contract/office/families.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { weeklyTime } from '#domain/office/date-groups.ts'
import { useToday } from '#web/today.tsx'
import { spokenDate } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { useCloseDialog } from '#web/ui/forms/dialog.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { familyQuery } from '../families/family-queries.ts'
import { useOfficeApi } from '../office-api.ts'
import { SearchFailed, WithAnswer } from '../ui/not-loaded.tsx'
import { useSearchHits } from '../ui/search-hits.ts'
import { SidePanel } from '../ui/side-panel.tsx'
import { useTyped } from '../ui/typed.ts'
import { Chosen, type ChosenFamily, FindFamily } from '../waiting/put-on.tsx'
import { ChoosePlaces, type ChosenClass } from './choose-places.tsx'
import { classesQuery } from './desk-queries.ts'

export interface Given {
  family?: ChosenFamily
  /** The class or date from whose page the panel was opened. */
  ofClass?: ChosenClass
  /** The words with which the search for the family begins. */
  words?: string
}

/** Books places of a class for a family, by the family's own rules and prices, and says how they are paid. */
export const BookForThem = ({ onClose, ...given }: Given & { onClose: () => void }) => (
  <SidePanel title={given.family ? `Book for ${given.family.name}` : 'Book for a family'} onClose={onClose}>
    <InPanel {...given} />
  </SidePanel>
)

const InPanel = (given: Given) => <Booking {...given} onBooked={useCloseDialog()} />

/** The steps of a booking, in a panel or a page of their own: family, class, places and payment. */
export function Booking({
  family: givenFamily,
  ofClass: givenClass,
  words,
  onBooked,
}: Given & { onBooked: (number: string) => void }) {
  const [family, setFamily] = useState(givenFamily)
  const [ofClass, setClass] = useState(givenClass)
  const details = useQuery({ ...familyQuery(useOfficeApi(), family?.id ?? 0), enabled: family !== undefined })
  return (
    <div className="stack">
      {!givenFamily && family && (
        <Chosen label="Family" words={family.name} onChange={() => setFamily(undefined)} />
      )}
      {ofClass && (
        <Chosen
          label="Class"
          words={ofClass.title}
          onChange={givenClass ? undefined : () => setClass(undefined)}
        />
      )}
      {!family && <FindFamily {...(words && { words })} onChoose={setFamily} />}
      {family && !ofClass && <FindClass onChoose={setClass} onChooseAll={setClass} />}
      {family && ofClass && (
        <WithAnswer query={details}>
          {({ children, notes }) => (
            <>
              <PinnedNotes notes={notes} />
              <ChoosePlaces
                key={`${family.id} ${ofClass.offeringId}`}
                {...{ family, children, ofClass, onBooked }}
              />
            </>
          )}
        </WithAnswer>
      )}
    </div>
  )
}

/** Shows what colleagues pinned about the family, before somebody books for it. */
function PinnedNotes({ notes }: { notes: FamilyHead['notes'] }) {
  const pinned = notes.filter(({ isPinned }) => isPinned)
  if (pinned.length === 0) return null
  return (
    <section aria-label="Pinned notes" className="hint-box">
      {pinned.map(({ id, text, by }) => (
        <p key={id} className="note-text">
          {text} <span className="quiet">Noted by {by}</span>
        </p>
      ))}
    </section>
  )
}

/** Finds a class by words, of one kind or of all. */
export function FindClass({
  kind,
  onChoose,
  onChooseAll,
}: {
  kind?: OfferingKind
  onChoose: (chosen: ChosenClass) => void
  /** If given, a class with several dates has a second button, for all at the weekday and time of the next one. */
  onChooseAll?: (chosen: ChosenClass) => void
}) {
  const today = useToday()
  const [words, setWords] = useState('')
  const [typed, setTyped] = useTyped({ value: words, onChange: setWords }, 150)
  const api = useOfficeApi()
  const client = useQueryClient()
  const found = useQuery(classesQuery(api, words))
  const isMeant = (one: FoundClass) => kind === undefined || one.kind === kind
  const classes = found.data?.filter(isMeant)
  const hits = useSearchHits({
    find: async typed =>
      (await client.fetchQuery({ ...classesQuery(api, typed), staleTime: 1000 })).filter(isMeant),
    onChoose: (one: FoundClass) => onChoose(chosenOf(one)),
  })
  return (
    <>
      <Field
        {...hits.field}
        data-arrival
        data-begins
        label="Which class?"
        type="search"
        autoComplete="off"
        hint="Class, venue or age"
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      <SearchFailed search={found} />
      <p role="status" className="quiet">
        {classes?.length === 0 &&
          (words
            ? `No class found for “${words}”`
            : 'No class has a date to come. Publish one in the planner')}
      </p>
      <ul className="waiting-choices" aria-label="Classes" {...hits.list}>
        {classes?.map(one => {
          const chosen = chosenOf(one)
          const weekly = { date: one.nextDate, startTime: one.nextTime }
          const all = weeklyTime(weekly)
          return (
            <li key={one.offeringId} className="desk-found">
              <button type="button" onClick={() => onChoose(chosen)}>
                <span className="strong">{one.title}</span>{' '}
                <span className="quiet">{hintOf(one, today)}</span>
              </button>
              {onChooseAll && one.dates > 1 && (
                <Button
                  look="secondary"
                  size="small"
                  aria-label={`All ${all}: ${one.title}`}
                  onClick={() => onChooseAll({ ...chosen, weekly })}
                >
                  All {all}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

const chosenOf = ({ offeringId, title, venue }: FoundClass): ChosenClass => ({
  offeringId,
  title: `${title}, ${venue}`,
})

const hintOf = ({ venue, ages, nextDate, nextTime, dates, free }: FoundClass, today: string) =>
  [
    venue,
    ages,
    `${dates === 1 ? '' : `${dates} dates, next `}${spokenDate(nextDate, today)}, ${nextTime}`,
    free === 0 && 'full',
  ]
    .filter(Boolean)
    .join(' · ')
