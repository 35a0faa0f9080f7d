import './clash-words.css'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import type { PlannerSession } from '#contract/office/planner.ts'
import { longMoment, shortDay } from '#domain/format-dates.ts'
import { wordsOfAction } from '#domain/office/action-words.ts'
import {
  clashInWords,
  offeredPlaces,
  plannerSentences,
  roomHolds,
  tellOfNewTime,
} from '#domain/office/planner-sentences.ts'
import { readPounds } from '#domain/office/read-pounds.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { useCloseDialog } from '#web/ui/forms/dialog.tsx'
import { Field, Select } from '#web/ui/forms/field.tsx'
import { type Text, useFormValue } from '#web/ui/forms/form.tsx'
import { isUnsaved, mayLeave } from '#web/ui/forms/leave-guard.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { CancelDatesPanel } from '../cancelled-dates/cancel-dates-panel.tsx'
import { GoodwillPanel } from '../cancelled-dates/goodwill-panel.tsx'
import { BookSomebodyIn } from '../desk/book-somebody-in.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useMay, useMe } from '../office-session.ts'
import { PlacesOfDate } from '../orders/places-of-date.tsx'
import { CancelledBy } from '../ui/cancelled-by.tsx'
import { EditForm } from '../ui/edit-form.tsx'
import { asPounds, FieldGroup, MoneyField, TickField } from '../ui/fields.tsx'
import { StateInWords, useKeptState } from '../ui/kept-state.tsx'
import { WithAnswer } from '../ui/not-loaded.tsx'
import { useQuestion } from '../ui/question.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { SidePanel } from '../ui/side-panel.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { CreditsField } from './credits-field.tsx'
import { ReasonField } from './planner-fields.tsx'
import {
  type Choices,
  choicesQuery,
  sessionHistoryQuery,
  useChangeVenue,
  useSaveSession,
} from './planner-queries.ts'
import { PublishPanel } from './publish-panel.tsx'
import { checkAmounts, emptyCredits, pricesIn, readCredits } from './session-checks.ts'
import {
  daysOf,
  hasBegun,
  hasOpenRegister,
  namedOptions,
  stateOf,
  stateShapes,
  stateWords,
  venuesAndRooms,
  whenRegisterOpens,
  withOwn,
} from './session-words.ts'
import { showTold } from './show-told.ts'
import { TeachersField } from './teachers-field.tsx'
import { useDeleteDrafts } from './use-delete-drafts.ts'
import { useHide } from './use-hide.tsx'

/** Shows one date in a panel of the planner. */
export const SessionPanel = ({ session, onClose }: { session: PlannerSession; onClose: () => void }) => (
  <SidePanel title={session.title} onClose={onClose}>
    <SessionDetails session={session} isInPanel />
  </SidePanel>
)

interface SessionDetailsProps {
  session: PlannerSession
  /** Whether it stands in a panel, which has no tabs for the register and the history. */
  isInPanel?: boolean
  /** Called when a draft was deleted. */
  onDeleted?: () => void
}

/** Shows one date: its places, price, room and time, and the actions on it. */
export function SessionDetails({ session, isInPanel = false, onDeleted }: SessionDetailsProps) {
  const me = useMe()
  const mayEdit = useMay('planner.edit')
  const mayCancel = useMay('session.cancel')
  const mayBook = useMay('booking.make')
  const maySeeFamilies = useMay('family.see')
  const [opened, setOpened] = useState<'cancel' | 'goodwill'>()
  const choices = useQuery(choicesQuery(useOfficeApi()))
  const isOver = session.state === 'cancelled'
  return (
    <div className="stack">
      <p>
        {daysOf(session)}, {session.startTime}–{session.endTime} · {session.venue}
        {session.room && `, ${session.room}`} · {session.ages}
      </p>
      {session.cancelled ? (
        <p className="figures">
          <StateWord is="off">{stateOf(session)}</StateWord>
          <br />
          <span className="quiet">
            <CancelledBy {...session.cancelled} />
          </span>
        </p>
      ) : (
        <p className="figures">
          <StateWord is={stateShapes[session.state]}>
            {stateWords[session.state]}
            {session.publishAt && ` until ${longMoment(new Date(session.publishAt))}`}
          </StateWord>{' '}
          · {session.taken} of {session.capacity} places taken
          {session.kept > 0 && `, ${session.kept} kept for offers`}
          {session.waiting > 0 && ` · ${session.waiting} waiting`}
        </p>
      )}
      {session.clashes.map(clash => (
        <p key={`${clash.sessionId} ${clash.with}`} className="planner-clash">
          {clashInWords(clash)}
        </p>
      ))}
      <p className="row">
        {session.cancelled && maySeeFamilies && (
          <PageLink data-begins to={addresses.cancelledDates(session.cancelled)}>
            Who was told
          </PageLink>
        )}
        {isInPanel &&
          session.state !== 'draft' &&
          (me?.role !== 'teacher' || hasOpenRegister(session) ? (
            <PageLink
              data-begins={isOver && maySeeFamilies ? undefined : true}
              to={addresses.session({ id: session.id })}
            >
              {isOver ? 'Who would have come' : 'Who comes'}
            </PageLink>
          ) : (
            <span className="quiet">{whenRegisterOpens(session)}</span>
          ))}
        <PageLink to={addresses.plannedClass({ id: session.offeringId })}>
          The class and all its dates
        </PageLink>
      </p>
      {(session.state === 'scheduled' || session.state === 'withdrawn') && (
        <div className="row gap-s">
          {session.state === 'scheduled' && !hasBegun(session) && (
            <BookSomebodyIn
              ofClass={{
                ...{ offeringId: session.offeringId, sessionId: session.id },
                title: `${session.title}, ${session.venue}`,
              }}
            />
          )}
          {mayCancel &&
            (hasBegun(session) ? (
              <Button look="secondary" onClick={() => setOpened('goodwill')}>
                Give the money back
              </Button>
            ) : (
              <Button look="secondary" onClick={() => setOpened('cancel')}>
                Cancel the date
              </Button>
            ))}
        </div>
      )}
      {mayEdit && !isOver && (
        <WithAnswer query={choices}>
          {answer => (
            <>
              <SessionForm session={session} choices={answer} />
              <SessionPresses session={session} choices={answer} {...(onDeleted && { onDeleted })} />
            </>
          )}
        </WithAnswer>
      )}
      {mayBook && session.state === 'scheduled' && !hasBegun(session) && session.taken > 0 && (
        <PlacesOfDate sessionId={session.id} />
      )}
      {mayEdit && isInPanel && (
        <FieldGroup title="Who changed it" isFolded>
          <SessionHistory id={session.id} />
        </FieldGroup>
      )}
      {opened === 'cancel' && (
        <CancelDatesPanel sessionIds={[session.id]} onClose={() => setOpened(undefined)} />
      )}
      {opened === 'goodwill' && <GoodwillPanel sessionId={session.id} onClose={() => setOpened(undefined)} />}
    </div>
  )
}

type Named = PlannerSession['teachers'][number]
const inWords = (teachers: Named[]) =>
  teachers
    .map(({ name }) => name)
    .sort()
    .join(', ')

const valuesOf = (text: Text) => ({
  capacity: Number(text('capacity')),
  pricePence: readPounds(text('price')) as number,
  credits: readCredits(text),
  offersTrial: text('offersTrial') === 'yes',
  trialPricePence: readPounds(text('trialPrice')) as number,
  roomId: Number(text('roomId')),
  date: text('date'),
  startTime: text('startTime'),
})
const teachersIn = (standing: string) => (JSON.parse(standing) as { teacherIds: number[] }).teacherIds

function SessionForm({ session, choices }: { session: PlannerSession; choices: Choices }) {
  const [ask, question] = useQuestion()
  const save = useSaveSession(async title => Boolean(await ask({ title, verb: 'Keep the date' })))
  const { roomId, room: name } = session
  const rooms = withOwn<Named>(
    choices.venues.find(({ id }) => id === session.venueId)?.rooms ?? [],
    roomId === null ? [] : [{ id: roomId, name }],
  )
  // A former member who teaches it is included, so that they can be removed.
  const teachers = withOwn(choices.teachers, session.teachers)
  const [{ isMoved }, change, kept] = useKeptState('moved', () => ({ isMoved: false }))
  const isSold = session.state !== 'draft' && session.taken > 0
  return (
    <EditForm
      thing={session}
      fields={one => ({
        capacity: String(one.capacity),
        price: asPounds(one.pricePence),
        credits: one.credits > 0 ? String(one.credits) : '',
        offersTrial: one.offersTrial ? 'yes' : '',
        trialPrice: asPounds(one.trialPricePence),
        roomId: String(one.roomId ?? 0),
        date: one.date,
        startTime: one.startTime,
        teachers: inWords(one.teachers),
        teacherIds: JSON.stringify(one.teachers.map(({ id }) => id)),
        tell: 'yes',
      })}
      checks={text => checkAmounts(text, ['capacity', 'price', 'credits', 'trialPrice'])}
      onSave={async (text, { requestId, version, isChanged, saved }) => {
        const now = valuesOf(text)
        // Based on the saved values, because newer ones may still be loading.
        const was = valuesOf(name => saved[name] ?? '')
        const taught = saved.standing
          ? teachersIn(saved.standing)
          : (JSON.parse(saved.teacherIds ?? '[]') as number[])
        const standing = isChanged('standing') ? teachersIn(text('standing')) : taught
        const added = standing.filter(id => !taught.includes(id))
        const dropped = taught.filter(id => !standing.includes(id))
        const changes = {
          ...Object.fromEntries(
            Object.entries(now).filter(([name, value]) => was[name as keyof typeof now] !== value),
          ),
          ...(added.length > 0 && { addTeachers: added }),
          ...(dropped.length > 0 && { dropTeachers: dropped }),
        }
        const sessions = [{ id: session.id, version: version ?? session.version }]
        // Families that book meanwhile are told as well, so without a tick everybody is.
        const tell = !isSold || text('tell') === 'yes'
        return save.mutateAsync({
          session,
          sessions,
          changes,
          tell,
          reason: text('reason').trim(),
          requestId,
        })
      }}
      draft={`session.${session.id}`}
      onSaved={({ offered, ...holders }) => {
        if (offered > 0) showSuccess(offeredPlaces(offered))
        showTold(holders, 'time')
      }}
    >
      {kept}
      <div className="columns">
        <Field label="Places" name="capacity" inputMode="numeric" />
        <MoneyField label="Price" name="price" hint="Bought places keep their price" />
      </div>
      <CreditsField cheapestPack={choices.cheapestPack} pricesIn={pricesIn} empty={emptyCredits} />
      <Select label="Room" name="roomId" options={[{ value: 0, label: 'None' }, ...namedOptions(rooms)]} />
      <div className="row">
        <Field label="Day" name="date" type="date" onInput={() => change({ isMoved: true })} />
        <Field label="Start" name="startTime" type="time" onInput={() => change({ isMoved: true })} />
      </div>
      <SessionTeachers teachers={teachers} />
      {isMoved && isSold && <TickField label={tellOfNewTime(session.taken)} name="tell" />}
      <FieldGroup title="More" isFolded>
        <TickField label="Offers a trial" name="offersTrial" />
        <MoneyField label="Trial price" name="trialPrice" />
        <ReasonField hint="Needed for more places than the room holds" />
      </FieldGroup>
      {question}
    </EditForm>
  )
}

const fieldWords: Record<string, string> = {
  pricePence: 'price',
  capacity: 'places',
  offersTrial: 'trial',
  trialPricePence: 'price of a trial',
  roomId: 'room',
  slots: 'weekly times',
  addTeachers: 'teachers',
  dropTeachers: 'teachers',
  date: 'day',
  startTime: 'start',
  shiftMinutes: 'start',
  keepInClosure: 'kept in a closure',
}

/** Shows who changed the date, and when (spec 3 §2.5.4). */
export function SessionHistory({ id }: { id: number }) {
  const list = useInfiniteQuery(sessionHistoryQuery(useOfficeApi(), id))
  return (
    <WithAnswer query={list}>
      {({ pages }) => {
        const entries = pages.flatMap(page => page.items)
        if (entries.length === 0) return <p>Nothing was changed yet</p>
        return (
          <>
            <ul className="plain-lines" aria-label="History">
              {entries.map(({ id, at, by, action, fields, reason }) => (
                <li key={id}>
                  {wordsOfAction(action)}
                  {fields.length > 0 &&
                    `: ${[...new Set(fields.map(field => fieldWords[field] ?? field))].join(', ')}`}
                  {reason && ` (${reason})`}
                  <br />
                  <span className="quiet figures">
                    {by || 'By itself'}, {longMoment(new Date(at))}
                  </span>
                </li>
              ))}
            </ul>
            <ShowMore list={list} />
          </>
        )
      }}
    </WithAnswer>
  )
}

/** Sets who teaches this date, such as a stand-in. */
function SessionTeachers({ teachers }: { teachers: Named[] }) {
  const begun = useFormValue('teacherIds')
  const [{ teacherIds }, change, kept] = useKeptState('standing', () => ({
    teacherIds: JSON.parse(begun ?? '[]') as number[],
  }))
  const chosen = teachers.filter(({ id }) => teacherIds.includes(id))
  return (
    <>
      {kept}
      <StateInWords name="teachers" shows="standing" label="Teachers" words={inWords(chosen)} />
      <TeachersField teachers={teachers} chosen={teacherIds} onChoose={ids => change({ teacherIds: ids })} />
    </>
  )
}

/** Returns a function that runs an action and closes the drawer, because its form would continue with old values. */
function useLeaveAfter(): (press: () => Promise<unknown>) => Promise<void> {
  const closeDialog = useCloseDialog()
  return async press => {
    // Unsaved changes on the page below stay.
    if (!isUnsaved()) await press()
    else if (!(await mayLeave(press))) return
    closeDialog()
  }
}

function SessionPresses({
  session,
  choices,
  onDeleted,
}: {
  session: PlannerSession
  choices: Choices
  onDeleted?: () => void
}) {
  const deleteDrafts = useDeleteDrafts()
  const leaveAfter = useLeaveAfter()
  const [ask, question] = useQuestion()
  const [hide, hideQuestion] = useHide()
  const [isPublishing, setPublishing] = useState(false)
  const press = (isHidden: boolean) => hide([session], isHidden, leaveAfter)
  const deleteDraft = async () => {
    if (!(await ask({ title: 'Delete this draft?', verb: 'Delete the draft' }))) return
    await leaveAfter(async () => {
      await deleteDrafts([session])
      onDeleted?.()
    })
  }
  // Unsaved changes stay in the form and are not published.
  const publish = async () => {
    const title = session.publishAt ? 'Go on without saving?' : 'Publish it as it was saved?'
    const asked = { title, verb: 'Go on' } as const
    if (!isUnsaved() || (await ask({ ...asked, children: 'What you typed stays here. It is not saved yet' })))
      setPublishing(true)
  }
  const others = choices.venues.filter(venue => venue.id !== session.venueId)
  return (
    <div className="stack">
      <div className="row">
        {session.state === 'draft' && (
          <>
            <Button look="secondary" onClick={() => void publish()}>
              {session.publishAt ? 'Publish or reschedule' : 'Publish'}
            </Button>
            <Button look="secondary" onClick={() => void deleteDraft().catch(() => {})}>
              Delete
            </Button>
          </>
        )}
        {session.state === 'scheduled' && (
          <Button look="secondary" onClick={() => void press(true).catch(() => {})}>
            Hide
          </Button>
        )}
        {session.state === 'withdrawn' && (
          <Button look="secondary" onClick={() => void press(false).catch(() => {})}>
            Show again
          </Button>
        )}
      </div>
      {others.length > 0 && <AnotherVenue session={session} venues={others} />}
      {isPublishing && <PublishPanel sessions={[session]} onClose={() => setPublishing(false)} />}
      {question}
      {hideQuestion}
    </div>
  )
}

/** Moves the date to another venue, after a question that says what moves with it. */
function AnotherVenue({ session, venues }: { session: PlannerSession; venues: Choices['venues'] }) {
  const leaveAfter = useLeaveAfter()
  const [ask, question] = useQuestion()
  const changeVenue = useChangeVenue(async title => Boolean(await ask({ title, verb: 'Keep the date' })))
  const [place, setPlace] = useState('')
  const [error, setError] = useState('')
  const places = useRef<HTMLSelectElement>(null)
  const move = async () => {
    const [venueId, roomId] = place.split(' ').map(Number) as [number, number]
    const venue = venues.find(other => other.id === venueId)
    if (!venue) {
      setError(plannerSentences.chooseVenue)
      return places.current?.focus()
    }
    const room = venue.rooms.find(({ id }) => id === roomId)
    const answer = await ask(questionOfMove(session, venue, room))
    if (!answer) return
    await leaveAfter(async () => {
      const { id, version } = session
      const holders = await changeVenue.mutateAsync({
        ...{ id, version, venueId, roomId: roomId || null, reason: answer.reason },
      })
      // The date stays, with what was typed.
      if (!holders) throw new Error('It was not to be kept in a closure')
      showSuccess(`It is at ${venue.name} now`)
      showTold(holders, 'venue')
    })
  }
  return (
    <>
      <details className="field-group">
        <summary>Another venue for this date</summary>
        <div className="stack">
          <p className="quiet">
            Its bookings and its waiting list move with it. Families with a place are told by email, or
            somebody must ring them.
          </p>
          <Select
            label="Venue and room"
            name="place"
            ref={places}
            {...(error && { error })}
            value={place}
            onChange={event => {
              setError('')
              setPlace(event.currentTarget.value)
            }}
            options={[{ value: '', label: 'Choose' }, ...venuesAndRooms(venues)]}
          />
          <p>
            <Button
              look="secondary"
              isBusy={changeVenue.isPending}
              onClick={() => void move().catch(() => {})}
            >
              Move it there
            </Button>
          </p>
        </div>
      </details>
      {question}
    </>
  )
}

/** Returns the question before a date moves to a venue. It wants a reason if the room is too small. */
function questionOfMove(
  { date, capacity, taken }: PlannerSession,
  venue: Choices['venues'][number],
  room: Choices['venues'][number]['rooms'][number] | undefined,
) {
  const tooSmall = room?.capacity && capacity > room.capacity && roomHolds(room.name, room.capacity)
  return {
    title: `Move ${shortDay(date)} to ${room ? `${venue.name}, ${room.name}` : venue.name}?`,
    facts: [['Places that move with it', taken]] as const,
    children: (
      <>
        {taken > 0 && (
          <p className="strong">Their families are told by email now, or somebody must ring them.</p>
        )}
        <p>It becomes a date of this class at {venue.name}, and is shown there.</p>
        {tooSmall && (
          <p className="strong">
            {tooSmall}, and this date has {capacity} places.
          </p>
        )}
      </>
    ),
    verb: 'Move it there',
    wantsReason: Boolean(tooSmall),
  }
}
