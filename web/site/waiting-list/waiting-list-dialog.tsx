import '#web/site/booking/quote-dialog.css'
import * as addresses from '#contract/addresses.ts'
import { offerHours } from '#domain/limits.ts'
import { sentences } from '#domain/sentences.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { AttendeeFields, readContact } from '#web/site/booking/attendee-fields.tsx'
import { waiterGiven } from '#web/site/booking/booking-checks.ts'
import { attendeesOf, takesChildren } from '#web/site/booking/booking-choice.ts'
import { useChosenChildren, useJoinWaitingList } from '#web/site/booking/queries.ts'
import type { SessionDialogProps } from '#web/site/offerings/session-card.tsx'
import { WhoIsTaken } from '#web/site/offerings/who-is-taken.tsx'
import { useToday } from '#web/today.tsx'
import { spokenWhen } from '#web/ui/british-dates.ts'
import { Dialog } from '#web/ui/forms/dialog.tsx'
import { Form, SubmitButton, type Text } from '#web/ui/forms/form.tsx'
import { showSuccess } from '#web/ui/messages.tsx'

/** Explains that a session is over, instead of asking for attendees (decision C-02). */
export function SessionOver({ kind, session, onClose }: SessionDialogProps) {
  return (
    <Dialog title={session.title} shape="card" size="small" onClose={onClose}>
      <p>
        {spokenWhen({ ...session, startDate: session.date }, useToday())}: {sentences.past}.
      </p>
      <p className="above-m">
        <PageLink
          to={addresses.ofKind[kind].timetable()}
          replace
          onClick={onClose}
          className="text-link lone-link"
        >
          See what is still to come
        </PageLink>
      </p>
    </Dialog>
  )
}

/** Select Child (spec 2 §2): exactly one child, or the contact, joins the waiting list of a full session. */
export function JoinDialog({ kind, session, onClose, onAsk }: SessionDialogProps) {
  const [childIds, chooseChildren] = useChosenChildren(kind)
  const today = useToday()
  const join = useJoinWaitingList(kind)
  const attendeesIn = (text: Text) => attendeesOf(kind, childIds, readContact(text))
  // The answer for the account may have a free place that the visitor's week lacked.
  const isFree = session.placesLeft > 0
  return (
    <Form
      checks={text => (isFree ? [] : waiterGiven(kind, attendeesIn(text), text))}
      onSend={async text => {
        if (isFree) return onAsk('book')
        const asked = { offeringId: session.offeringId, sessionId: session.id, attendees: attendeesIn(text) }
        await join.mutateAsync(asked, { onSuccess: onClose })
        showSuccess(sentences.successful)
      }}
    >
      <Dialog
        title={takesChildren(kind) ? 'Select Child' : 'Join the waiting list'}
        onClose={onClose}
        footer={<SubmitButton act="wait">{isFree ? 'Book Now' : 'Join the waiting list'}</SubmitButton>}
      >
        <div className="booking-who">
          <p>
            <strong>{session.title}</strong>, {spokenWhen({ ...session, startDate: session.date }, today)},{' '}
            {isFree
              ? 'has a place for you. You can book it now.'
              : `is full. We will let you know as soon as a place is free, and keep it for you for up to ${offerHours} hours.`}
          </p>
          <WhoIsTaken offeringId={session.offeringId} />
          <AttendeeFields
            kind={kind}
            session={session}
            chosen={[{ ...session, startDate: session.date }]}
            legend="Who would come?"
            ageAdvice="Do ask us if you are unsure."
            saysRule
            childIds={childIds}
            onPick={picked => chooseChildren(childIds.includes(picked) ? [] : [picked])}
            isSingle
            whyEmail="A place that comes free is offered to you there."
          />
        </div>
      </Dialog>
    </Form>
  )
}
