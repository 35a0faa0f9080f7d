import './register.css'
import { useQuery } from '@tanstack/react-query'
import { Cake, Camera, CameraOff, Printer } from 'lucide-react'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import type { Value } from '#contract/office/office-call.ts'
import type { childNotes, RegisterRow, WaitingPerson } from '#contract/office/registers.ts'
import { hasContent, yearsInWords } from '#domain/office/people.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useToday } from '#web/today.tsx'
import { spokenDate, timeRange } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import { People } from '../families/people.tsx'
import { ReadNotes } from '../families/read-notes.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useAddressOf } from '../office-page.ts'
import { useMay } from '../office-session.ts'
import { CancelledBy } from '../ui/cancelled-by.tsx'
import { spokenInstant } from '../ui/moments.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { useDelayed } from '../ui/office-list.ts'
import { useOffersActions } from '../ui/page-actions.ts'
import { PageHead } from '../ui/page-head.tsx'
import { PermittedLink } from '../ui/permitted-link.tsx'
import { QuestionAndAnswer } from '../ui/question-and-answer.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { registerQuery, usePrintWithNotes } from './register-queries.ts'

/** Shows the attendees of one session. Allergies and medical badges come first. */
export function RegisterPage() {
  const { id } = useAddressOf(addresses.register)
  const today = useToday()
  const register = useQuery(registerQuery(useOfficeApi(), Number(id)))
  const isSlow = useDelayed(register.isPending)
  const [opened, setOpened] = useState<Value<typeof childNotes>[]>([])
  const list = useRef<HTMLOListElement>(null)
  // The pressed button has disappeared, so keyboard users continue at the notes.
  useEffect(() => {
    if (opened.length > 0) list.current?.focus()
  }, [opened])
  if (!register.data) {
    if (register.isError) return <NotLoaded error={register.error} onRetry={register.refetch} level={1} />
    return isSlow ? <ListSkeleton count={8} shape="row" /> : null
  }
  const {
    title,
    date,
    startTime,
    endTime,
    venue,
    room,
    ages,
    teachers,
    rows,
    capacity,
    notesShown,
    waiting,
    cancelled,
  } = register.data
  const countOf = (matches: (row: RegisterRow) => unknown) => rows.filter(matches).length
  const children = rows.flatMap(({ childId, name }) => (childId ? [{ id: childId, name }] : []))
  // Notes in the register are newer than those opened before.
  const openedOf = (childId: number | null) =>
    notesShown ? undefined : opened.find(notes => notes.childId === childId)
  const unread = notesShown ? [] : children.filter(({ id }) => !openedOf(id))
  const counts = [
    `${rows.length} ${cancelled ? 'had been expected' : 'expected'} of ${capacity}`,
    countOf(row => row.isTrial) > 0 && `${countOf(row => row.isTrial)} on trial`,
    countOf(row => row.isUnpaid) > 0 && `${countOf(row => row.isUnpaid)} not paid yet`,
  ]
  return (
    <>
      <PageHead
        title={title}
        action={<PrintButtons sessionId={Number(id)} hasNotes={children.length > unread.length} />}
      >
        <p>
          {spokenDate(date, today)}, {timeRange(startTime, endTime)} ·{' '}
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
        <p className="figures">{counts.filter(Boolean).join(' · ')}</p>
        <p className="no-print">
          <PageLink to={addresses.session({ id })}>This date in the planner</PageLink>
        </p>
      </PageHead>
      {unread.length > 0 && <ClosedNotes of={unread} onOpened={notes => setOpened([...opened, ...notes])} />}
      {children.length > 0 && (
        <p className="register-left-out">
          Medical and allergy notes are not on this paper: open them in the office.
        </p>
      )}
      {rows.length === 0 ? (
        <EmptyState title="Nobody has booked this yet" />
      ) : (
        <ol ref={list} tabIndex={-1} aria-label="Who comes" className="register-rows">
          {rows.map(row => (
            <Row key={row.bookingId} row={{ ...row, ...openedOf(row.childId) }} today={today} />
          ))}
        </ol>
      )}
      <ol className="register-blanks" aria-label="Walk-ins">
        {Array.from({ length: blankRows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical.
          <li key={row}>
            <span>Name</span>
            <span>Whom to ring</span>
          </li>
        ))}
      </ol>
      {waiting.length > 0 && <Waiting people={waiting} today={today} />}
    </>
  )
}

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

function Row({ row, today }: { row: RegisterRow; today: string }) {
  const { name, age, accountId, medical, allergy, note, contacts, pickUp, birthday, question, answer } = row
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
          {age !== null && <span className="quiet figures">{yearsInWords(age)}</span>}
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
          {row.isTrial && <span className="register-mark">Trial</span>}
          {row.isFirstTime && !row.isTrial && <span className="register-mark">First time</span>}
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
        {question && (
          <p className="register-note">
            <QuestionAndAnswer question={question} answer={answer} />
          </p>
        )}
        {note && <p className="register-note quiet">{note}</p>}
      </div>
      <People people={contacts} pickUp={pickUp} />
    </li>
  )
}
