import type { OfferingKind } from '#domain/offering-kinds.ts'
import { overlap, type SessionTimes } from '#domain/timetable.ts'
import { useIsSignedIn } from '#web/session.ts'
import { ForGrandchild } from '#web/site/accounts/for-grandchild.tsx'
import { useProfile } from '#web/site/accounts/profile-query.ts'
import { AgeHint } from '#web/site/offerings/age-hint.tsx'
import type { ClickedSession } from '#web/site/offerings/session-card.tsx'
import { useToday } from '#web/today.tsx'
import { spokenWhen, timeRange } from '#web/ui/british-dates.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { readForm, type Text, trimmed } from '#web/ui/forms/form.tsx'
import { namesInOne } from '#web/ui/names-in-one.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { takesChildren } from './booking-choice.ts'
import { ChildPicker } from './child-picker.tsx'
import { useKeptChoice } from './kept-choice.ts'
import { useOwnChildren, usePlacesOfChildren } from './queries.ts'

type ChosenSession = SessionTimes & { id: number }

interface AttendeeFieldsProps extends ContactFieldsProps {
  kind: OfferingKind
  session: ClickedSession
  /** The sessions to book. */
  chosen: ChosenSession[]
  legend?: string
  /** A hint for an attendee of another age. */
  ageAdvice?: string
  /** Whether it says that the class refuses a chosen child's age. A preview says it in `RuleHint`. */
  saysRule?: boolean
  childIds: number[]
  onPick: (childId: number) => void
  isSingle?: boolean
}

/** The attendee fields: children of the account, or a contact. */
export function AttendeeFields({
  kind,
  session,
  chosen,
  legend = 'Who is coming?',
  ageAdvice = 'You can book it all the same; do ask us if you are unsure.',
  saysRule = false,
  childIds,
  onEmail,
  whyEmail,
  ...picker
}: AttendeeFieldsProps) {
  const children = useOwnChildren(kind)
  if (!takesChildren(kind)) return <ContactFields onEmail={onEmail} whyEmail={whyEmail} />
  if (!children.data) {
    return children.isError ? <ErrorPanel onRetry={children.refetch} /> : <Skeleton shape="row" />
  }
  return (
    <div>
      <ChildPicker legend={legend} chosen={childIds} {...picker}>
        {children.data}
      </ChildPicker>
      <AgeHint session={session} advice={ageAdvice} saysRule={saysRule}>
        {children.data.filter(({ id }) => childIds.includes(id))}
      </AgeHint>
      <ClashHint chosen={chosen} childIds={childIds} />
    </div>
  )
}

/**
 * A hint that a chosen child has another session at that time. It can still be booked, because parents may intend it.
 */
function ClashHint({ chosen, childIds }: { chosen: ChosenSession[]; childIds: number[] }) {
  const today = useToday()
  const clashes = usePlacesOfChildren(childIds, chosen).filter(place =>
    chosen.some(session => session.id !== place.sessionId && overlap(session, place)),
  )
  const words = clashes.map(
    ({ who, title, ...place }) =>
      `${who} is at ${title} then, ${chosen.length > 1 ? spokenWhen(place, today) : timeRange(place.startTime, place.endTime)}`,
  )
  return (
    <p role="status" className={words.length > 0 ? 'hint-box' : undefined}>
      {/* A session over several weeks is listed in each, so words are shown once. */}
      {[...new Set(words)].join('. ')}
    </p>
  )
}

/** A hint that a child already has the chosen session, which is then unticked. */
export function HeldHint({
  sessions,
  holders,
}: {
  sessions: ChosenSession[]
  holders: (sessionId: number) => string[]
}) {
  const today = useToday()
  const words = sessions.map(session => {
    const names = holders(session.id)
    return `${namesInOne(names)} ${names.length === 1 ? 'has' : 'have'} ${spokenWhen(session, today)} already`
  })
  return (
    <p role="status" className={words.length > 0 ? 'hint-box' : undefined}>
      {words.length > 0 && `${words.join('. ')}. Please choose another date, or another child.`}
    </p>
  )
}

interface ContactFieldsProps {
  /** Called when the address has been entered. */
  onEmail?: (email: string) => void
  /** Explains why a mobile number alone is not enough, if so. */
  whyEmail?: string | false
}

/** The contact of a parents' session: prefilled from the account, and editable (decision C-29). */
function ContactFields({ onEmail, whyEmail }: ContactFieldsProps) {
  const isSignedIn = useIsSignedIn()
  const profile = useProfile()
  const kept = useKeptChoice()
  const given = kept.contact
  if (isSignedIn && profile.isPending) return <Skeleton shape="block" />
  const account = profile.data
  return (
    <fieldset
      className="stack"
      onInput={({ currentTarget: { form } }) => {
        if (form) kept.contact = readContact(readForm(form))
      }}
    >
      <legend className="sr-only">Who is coming?</legend>
      <Field
        label="Full Name"
        name="fullName"
        isStarred
        autoComplete="name"
        defaultValue={given?.fullName || (account && `${account.firstName} ${account.lastName}`)}
      />
      <Field
        label="Mobile"
        name="phone"
        type="tel"
        autoComplete="tel"
        defaultValue={given?.phone || account?.mobile}
      />
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        isStarred={Boolean(whyEmail)}
        hint={whyEmail || 'We need this or your mobile number.'}
        defaultValue={given?.email || account?.email}
        onBlur={event => onEmail?.(event.currentTarget.value.trim())}
      />
      {!isSignedIn && <ForGrandchild />}
    </fieldset>
  )
}

/** Reads the contact from a form. */
export const readContact = (text: Text) => trimmed(text, 'fullName', 'phone', 'email')
