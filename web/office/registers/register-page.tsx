import './register.css'
import { useQuery } from '@tanstack/react-query'
import { Cake, Camera, CameraOff, ChevronDown, Printer } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import type { Value } from '#contract/office/office-call.ts'
import type { childNotes, RegisterRow, ShownNote, WaitingPerson } from '#contract/office/registers.ts'
import { markWords, problemWords } from '#domain/office/marks.ts'
import { hasContent, monthsInWords, yearsInWords } from '#domain/office/people.ts'
import { Refusal } from '#domain/refusal.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { Navigate } from '#web/navigation/router.tsx'
import { useNowInLondon, useToday } from '#web/today.tsx'
import { spokenDate, timeRange } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import { People } from '../families/people.tsx'
import { ReadNotes } from '../families/read-notes.tsx'
import { MessageLink } from '../messages/message-link.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useAddressOf } from '../office-page.ts'
import { useMay } from '../office-session.ts'
import { MovePlace } from '../orders/move-button.tsx'
import { sessionQuery } from '../planner/planner-queries.ts'
import { CancelledBy } from '../ui/cancelled-by.tsx'
import { useDateTabs } from '../ui/date-tabs.ts'
import { DownloadButton } from '../ui/download-button.tsx'
import { spokenInstant } from '../ui/moments.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { useDelayed, useFilters } from '../ui/office-list.ts'
import { useOffersActions } from '../ui/page-actions.ts'
import { PageHead } from '../ui/page-head.tsx'
import { PermittedLink } from '../ui/permitted-link.tsx'
import { QuestionAndAnswer } from '../ui/question-and-answer.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { showUndo } from '../ui/undo-bar.tsx'
import { CollectDialog, type Collector } from './collect-dialog.tsx'
import { FixedMessageButton } from './fixed-message.tsx'
import { HandOvers, useHandOvers } from './hand-overs.tsx'
import { MarkBar } from './mark-bar.tsx'
import { describeMark, MarkButtons } from './mark-buttons.tsx'
import { NoteDialog, type Noted } from './note-dialog.tsx'
import { NotePress } from './note-press.tsx'
import { withFirstNames } from './offline/first-names.ts'
import { OfflineNotice, useIsLocked, useLogsReading } from './offline/offline-notice.tsx'
import { endReading } from './offline/reading-id.ts'
import { PlaceNotes } from './place-notes.tsx'
import { registerQuery, type ShownRegister, usePrintWithNotes, useRegisterFile } from './register-queries.ts'
import { type Held, keyOfPlace, type Place, useIsQueueRead, useMarks } from './use-marks.ts'
import { WalkIns } from './walk-ins.tsx'

type Register = ShownRegister

/** Shows the register of one date and day. A camp has one for each of its days. */
export function RegisterPage() {
  const { id } = useAddressOf(addresses.session)
  const [{ day }] = useFilters({ day: '' })
  const register = useQuery(registerQuery(useOfficeApi(), Number(id), day))
  useEffect(() => () => void endReading(Number(id), day), [id, day])
  const isSlow = useDelayed(register.isPending)
  const isLocked = useIsLocked()
  const isQueueRead = useIsQueueRead()
  const isQueueSlow = useDelayed(!isQueueRead)
  const isRefused = register.data?.onDevice !== undefined && register.error instanceof Refusal
  if (!register.data || isRefused) {
    if (register.isError) return <NotOpen id={Number(id)} error={register.error} onRetry={register.refetch} />
    return isSlow ? <ListSkeleton count={8} shape="row" /> : null
  }
  if (!isQueueRead && !isQueueSlow) return null
  const shown = isLocked ? withFirstNames(register.data) : register.data
  return <OpenRegister key={register.data.day} register={shown} />
}

/** Says why a register is not open, below the tabs of its date. A draft has no register, so its details are shown. */
function NotOpen({ id, error, onRetry }: { id: number; error: Error; onRetry: () => unknown }) {
  const tabs = useDateTabs(id)
  const date = useQuery(sessionQuery(useOfficeApi(), id))
  if (date.isPending) return null
  if (!date.data) return <NotLoaded error={error} onRetry={onRetry} level={1} />
  if (date.data.state === 'draft')
    return <Navigate to={addresses.sessionTab({ id, tab: 'details' })} replace />
  return (
    <>
      <PageHead title={date.data.title} tabs={tabs} />
      <NotLoaded error={error} onRetry={onRetry} level={2} />
    </>
  )
}

/** A link to book somebody who rings or arrives before the session begins. */
function BookIn({ register: { id, days, startTime, cancelled } }: { register: Register }) {
  const mayBook = useMay('booking.make')
  const now = useNowInLondon()
  if (!mayBook || cancelled || `${days[0]} ${startTime}` <= now) return null
  return <PageLink to={`${addresses.newBooking()}?session=${id}`}>Book somebody in</PageLink>
}

/** The attendees, with marks while the register can be marked. Allergies and medical badges come first. */
function OpenRegister({ register }: { register: Register }) {
  const today = useToday()
  const tabs = useDateTabs(register.id, register.days.length > 1 ? register.day : undefined)
  const [opened, setOpened] = useState<Value<typeof childNotes>[]>([])
  const list = useRef<HTMLOListElement>(null)
  // The pressed button has disappeared, so keyboard users continue at the notes.
  useEffect(() => {
    if (opened.length > 0) list.current?.focus()
  }, [opened])
  const { held, said, press, walkIns, strays, notes, incidents, unsent, isFailing } = useMarks(register)
  useLogsReading(register)
  const handOvers = useHandOvers(register)
  const [known] = useState(() => new Set(register.rows.map(({ bookingId }) => bookingId)))
  // Rows that are shown before the server's answer must not move when none comes.
  const [wasAhead] = useState(register.onDevice?.isAhead)
  const isBelow = wasAhead && !register.onDevice?.isLocked
  const hasNoSignal = register.onDevice !== undefined && !register.onDevice.isAhead
  const isMarking = useIsMarking(register)
  const [leaving, setLeaving] = useState<Leaving>()
  const isNoting = useMay('register.mark') && !register.cancelled
  const [noting, setNoting] = useState<{ about: Noted; note?: ShownNote }>()
  const onNote = (about: Noted) => (isNoting ? () => setNoting({ about }) : undefined)
  const notesOf = (about: Noted) => (
    <PlaceNotes
      of={{ sessionId: register.id, day: register.day }}
      {...{ about, notes, incidents }}
      {...(isNoting && { onChange: note => setNoting({ about, note }) })}
    />
  )
  const mayExport = useMay('people.export')
  const file = useRegisterFile()
  const { id, title, day, startTime, endTime, venue, room, ages, teachers, rows } = register
  const { notesShown, waiting, cancelled } = register
  const children = rows.flatMap(({ childId, name }) => (childId ? [{ id: childId, name }] : []))
  // Notes in the register are newer than those opened before.
  const openedOf = (childId: number | null) =>
    notesShown ? undefined : opened.find(notes => notes.childId === childId)
  const unread = notesShown ? [] : children.filter(({ id: childId }) => !openedOf(childId))
  const onLeft = (place: Place, name: string) =>
    setLeaving({ place, name, people: collectorsOf(rows.find(row => row.bookingId === place.bookingId)) })
  return (
    <>
      <PageHead
        title={title}
        tabs={tabs}
        action={<PrintButtons sessionId={id} hasNotes={children.length > unread.length} />}
      >
        <p>
          {spokenDate(day, today)}, {timeRange(startTime, endTime)} ·{' '}
          {[venue, room, ages, ...teachers].filter(Boolean).join(' · ')}
        </p>
        {cancelled && (
          <p>
            <StateWord is="off">
              <CancelledBy {...cancelled} />
            </StateWord>{' '}
            <PermittedLink to={addresses.cancelledDates(cancelled)}>Who was told</PermittedLink>
          </p>
        )}
        <p className="figures">{countsOf(register)}</p>
        <p className="row gap-s no-print">
          <PermittedLink to={addresses.fireList({ id: register.venueId })}>Fire list</PermittedLink>
          <BookIn register={register} />
        </p>
      </PageHead>
      {!isBelow && <OfflineNotice onDevice={register.onDevice} />}
      <Days register={register} />
      <WhenMarked register={register} />
      {unread.length > 0 && <ClosedNotes of={unread} onOpened={notes => setOpened([...opened, ...notes])} />}
      {children.length > 0 && (
        <p className="register-left-out">
          Medical and allergy notes are not on this paper: open them in the office.
        </p>
      )}
      {strays.length > 0 && <Strays strays={strays} />}
      {rows.length === 0 ? (
        <EmptyState title="Nobody has booked this yet" />
      ) : (
        <ol ref={list} tabIndex={-1} aria-label="Who comes" className="register-rows">
          {rows.map(row => {
            const place = { bookingId: row.bookingId }
            const ofRow = held.get(keyOfPlace(place))
            return (
              <Row
                key={row.bookingId}
                row={{ ...row, ...openedOf(row.childId) }}
                isNew={!known.has(row.bookingId)}
                today={today}
                said={said.get(keyOfPlace(place))}
                notes={
                  <>
                    <HandOvers
                      {...{ all: handOvers, sessionId: id, hasNoSignal }}
                      {...{ bookingId: row.bookingId, name: row.name }}
                    />
                    {notesOf({ bookingId: row.bookingId, name: row.name })}
                  </>
                }
                onNote={onNote({ bookingId: row.bookingId, name: row.name })}
              >
                {!row.isUnpaid && !cancelled && (
                  <p className="no-print">
                    <MovePlace place={placeOf(row, register)} />
                  </p>
                )}
                {isMarking && (
                  <MarkButtons
                    name={row.name}
                    held={ofRow}
                    onPress={state => press(place, state)}
                    onLeft={() => onLeft(place, row.name)}
                  />
                )}
              </Row>
            )
          })}
        </ol>
      )}
      <WalkIns {...{ walkIns, held, said, isMarking, press, onLeft, notesOf, onNote }} />
      <ol className="register-blanks" aria-label="Walk-ins">
        {Array.from({ length: blankRows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical.
          <li key={row}>
            <span>Name</span>
            <span>Whom to ring</span>
          </li>
        ))}
      </ol>
      {mayExport && (
        <p className="above-m no-print">
          <DownloadButton file={file} input={{ sessionId: id, day }} />
        </p>
      )}
      {waiting.length > 0 && <Waiting people={waiting} today={today} />}
      {isBelow && <OfflineNotice onDevice={register.onDevice} />}
      {(isMarking || unsent > 0) && (
        <MarkBar
          {...{ rows, held, walkIns, isMarking, unsent, isFailing }}
          hasNoSignal={hasNoSignal}
          onAllHere={places => {
            for (const place of places) press(place, 'here')
            showUndo(`${places.length} marked here`, async () => {
              for (const place of places) press(place, 'none')
            })
          }}
        />
      )}
      {noting && <NoteDialog register={register} {...noting} onClose={() => setNoting(undefined)} />}
      {leaving && (
        <CollectDialog
          name={leaving.name}
          people={leaving.people}
          onCollected={collectedBy => press(leaving.place, 'left', collectedBy)}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  )
}

interface Leaving {
  place: Place
  name: string
  people: Collector[]
}

/** Returns a row's place as moving it needs it. A camp's place can be moved until its first day. */
const placeOf = ({ bookingId, name }: RegisterRow, { title, venue, days, startTime }: Register) => ({
  ...{ bookingId, who: name, title, venue, startTime, state: 'confirmed' as const },
  date: days[0] ?? '',
})

/** Lists those who may collect a child, the pick-up person first. */
const collectorsOf = (row: RegisterRow | undefined): Collector[] =>
  row?.childId ? [...(row.pickUp ? [row.pickUp] : []), ...row.contacts].filter(({ name }) => name) : []

/** Returns “12 expected of 14 · 1 on trial”. */
function countsOf({ rows, capacity, cancelled }: Register): string {
  const countOf = (matches: (row: RegisterRow) => unknown) => rows.filter(matches).length
  const counts = [
    `${rows.length} ${cancelled ? 'had been expected' : 'expected'} of ${capacity}`,
    countOf(row => row.isTrial) > 0 && `${countOf(row => row.isTrial)} on trial`,
    countOf(row => row.isUnpaid) > 0 && `${countOf(row => row.isUnpaid)} not paid yet`,
  ]
  return counts.filter(Boolean).join(' · ')
}

/** Whether this member can mark the register now. Looks at the clock again every ten seconds. */
function useIsMarking({ marksFrom, marksUntil }: Register): boolean {
  useNowInLondon()
  const now = new Date().toISOString()
  return marksFrom !== null && marksFrom <= now && (marksUntil === null || now <= marksUntil)
}

/** Says when a register opens for marks. */
function WhenMarked({ register }: { register: Register }) {
  const today = useToday()
  const { marksFrom } = register
  if (useIsMarking(register) || marksFrom === null || marksFrom <= new Date().toISOString()) return null
  return <p className="quiet no-print above-s">You can mark from {spokenInstant(marksFrom, today)}</p>
}

/** The days of a camp, each with its register. */
function Days({ register: { id, day, days } }: { register: Register }) {
  const today = useToday()
  if (days.length === 1) return null
  return (
    <nav aria-label="Days" className="page-tabs no-print">
      {days.map(one => (
        <PageLink
          key={one}
          to={`${addresses.session({ id })}?day=${one}`}
          aria-current={one === day ? 'page' : undefined}
        >
          {spokenDate(one, today)}
        </PageLink>
      ))}
    </nav>
  )
}

/** Lists marks of people who are here but no longer have a place. */
const Strays = ({ strays }: Pick<Register, 'strays'>) => (
  <section aria-labelledby="strays" className="register-closed">
    <h2 id="strays" className="subheading">
      Marked, but without a place here
    </h2>
    <ul>
      {strays.map(({ id, name, state, problem, by }) => (
        <li key={id}>
          <strong>{name}</strong>: {markWords[state].toLowerCase()}, marked by {by}, and{' '}
          {problemWords[problem]}
        </li>
      ))}
    </ul>
  </section>
)

/**
 * Prints the register with names only, like the browser's own command. Notes are printed only after that was logged.
 */
function PrintButtons({ sessionId, hasNotes }: { sessionId: number; hasNotes: boolean }) {
  const printWithNotes = usePrintWithNotes()
  const { isSuccess: withNotes, reset } = printWithNotes
  useEffect(() => {
    if (!withNotes) return
    window.addEventListener('afterprint', reset, { once: true })
    print()
    return () => window.removeEventListener('afterprint', reset)
  }, [withNotes, reset])
  const printNotes = () => printWithNotes.mutate({ sessionId })
  useOffersActions([
    { label: 'Print', run: () => print() },
    ...(hasNotes ? [{ label: 'Print with medical notes', run: printNotes }] : []),
  ])
  return (
    <div className="row gap-s no-print" data-with-notes={withNotes || undefined}>
      <Button look="secondary" onClick={() => print()}>
        <Printer aria-hidden="true" className="icon" />
        Print
      </Button>
      {hasNotes && (
        <Button look="secondary" isBusy={printWithNotes.isPending} onClick={printNotes}>
          Print with medical notes
        </Button>
      )}
      <MessageLink to={{ to: 'date', session: String(sessionId) }} />
      <FixedMessageButton sessionId={sessionId} />
    </div>
  )
}

/** The blank rows on paper, for people who come without a booking. */
const blankRows = 5

function Waiting({ people, today }: { people: WaitingPerson[]; today: string }) {
  return (
    <section className="no-print above-l">
      <h2>Waiting for a place</h2>
      <ol className="register-rows">
        {people.map(({ id, accountId, name, phone, email, since, offerUntil }) => (
          <li key={id} className="register-row">
            <p>
              {accountId ? (
                <PermittedLink to={addresses.family({ id: accountId })}>{name}</PermittedLink>
              ) : (
                <span className="strong">{name}</span>
              )}{' '}
              {offerUntil ? (
                <StateWord is="look">Kept until {spokenInstant(offerUntil, today)}</StateWord>
              ) : (
                <span className="quiet">since {spokenInstant(since, today)}</span>
              )}
            </p>
            <People people={[{ name: '', phone, email, relationship: '' }]} pickUp={null} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Explains that the register shows no notes at this time. Permitted roles can open them with a reason. */
function ClosedNotes(opening: ComponentProps<typeof ReadNotes>) {
  const may = useMay('notes.read')
  return (
    <div className="register-closed">
      <p className="no-print">
        Medical and allergy notes are shown from a day and a half before a session to two hours after it.
      </p>
      {may && <ReadNotes {...opening} />}
    </div>
  )
}

/** One attendee, with the marks as `children`. On a phone the contacts are folded away. */
function Row({
  row,
  isNew,
  today,
  said,
  notes,
  onNote,
  children,
}: {
  row: RegisterRow
  /** Whether it was booked since this page was opened. */
  isNew: boolean
  today: string
  said: Held | undefined
  /** The notes about the child on this day. */
  notes: ReactNode
  /** Adds a note; undefined if this member may not. */
  onNote: (() => void) | undefined
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const more = useId()
  const {
    name,
    age,
    months,
    accountId,
    medical,
    allergy,
    note,
    contacts,
    pickUp,
    birthday,
    question,
    answer,
    lastDays,
  } = row
  // A badge is shown before its note may be read. A note opened later is shown even without a badge.
  const badges = [
    { what: 'Allergy', isSo: row.hasAllergy, words: allergy ?? '' },
    { what: 'Medical', isSo: row.hasMedical, words: medical ?? '' },
  ].filter(({ isSo, words }) => isSo || hasContent(words))
  const isUnanswered = medical === '' || allergy === ''
  const noPhotos = row.photoPermission === false
  return (
    <li className="register-row" data-alarm={badges.length > 0 || undefined}>
      <div className="stack gap-s">
        <p className="register-name">
          {badges.map(({ what }) => (
            <strong key={what} className="register-alarm register-health">
              {what}
            </strong>
          ))}
          {accountId ? (
            <PermittedLink to={addresses.family({ id: accountId })}>{name}</PermittedLink>
          ) : (
            <span>{name}</span>
          )}
          {age !== null && (
            <span className="quiet figures">
              {months === undefined ? yearsInWords(age) : monthsInWords(months)}
            </span>
          )}
        </p>
        {badges.map(
          ({ what, words }) =>
            words && (
              <p key={what} className="register-note register-health">
                <strong>{what}:</strong> {words}
              </p>
            ),
        )}
        <p className="register-marks">
          {isNew && <span className="register-mark">New: booked {spokenInstant(row.bookedAt, today)}</span>}
          {row.isTrial && <span className="register-mark">Trial</span>}
          {row.isFirstTime && !row.isTrial && <span className="register-mark">First time</span>}
          {row.isToldAbsent && <span className="register-mark register-told">Told us: can’t come</span>}
          {row.isUnpaid && <span className="register-mark">Not paid yet</span>}
          {birthday && (
            <span className="register-mark">
              <Cake aria-hidden="true" className="icon" /> Birthday {spokenDate(birthday, today)}
            </span>
          )}
          {noPhotos && (
            <span className="register-mark">
              <CameraOff aria-hidden="true" className="icon" /> No photos
            </span>
          )}
          {row.photoPermission && !row.photoMarketingPermission && (
            <span className="register-mark">
              <Camera aria-hidden="true" className="icon" /> Photos not for advertising
            </span>
          )}
          {isUnanswered && <span className="register-mark register-health">Health not told</span>}
        </p>
        {children}
        {/* Room is reserved before there is a mark, so that no button moves. */}
        <div className="mark-line">
          <p className="mark-held quiet figures">{describeMark(said)}</p>
          {onNote && <NotePress name={name} onPress={onNote} />}
          <button
            type="button"
            className="register-more no-print"
            aria-expanded={isOpen}
            aria-controls={more}
            aria-label={`Contacts of ${name}`}
            onClick={() => setOpen(!isOpen)}
          >
            Contacts
            <ChevronDown aria-hidden="true" className="icon" />
          </button>
        </div>
        {question && (
          <p className="register-note">
            <QuestionAndAnswer question={question} answer={answer} />
          </p>
        )}
        {note && <p className="register-note quiet">{note}</p>}
        {notes}
      </div>
      <div id={more} className="register-beside" data-open={isOpen || undefined}>
        <People people={contacts} pickUp={pickUp} />
        {lastDays.length > 0 && (
          <p className="quiet no-print">
            Last dates:{' '}
            {lastDays
              .map(
                ({ date, state }) =>
                  `${spokenDate(date, today)} ${state ? markWords[state].toLowerCase() : 'not marked'}`,
              )
              .join(' · ')}
          </p>
        )}
      </div>
    </li>
  )
}
