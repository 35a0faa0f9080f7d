import { useState } from 'react'
import { childSentence } from '#domain/booking-rules.ts'
import { countAttendees } from '#domain/offering-kinds.ts'
import { sentences } from '#domain/sentences.ts'
import type { SessionDialogProps } from '#web/site/offerings/session-card.tsx'
import { useCheckout } from '#web/site/payments/checkout.ts'
import { Total } from '#web/site/payments/price-summary.tsx'
import { Form, SubmitButton, type Text } from '#web/ui/form.tsx'
import { showHint, showSuccess } from '#web/ui/messages.tsx'
import { AttendeeFields, readContact } from './attendee-fields.tsx'
import { attendeesOf, chosenIds, sayChoice, takesChildren } from './booking-choice.ts'
import { usePlaceTrial, useQuote, useTrialCheck } from './queries.ts'
import { QuoteDialog } from './quote-dialog.tsx'
import { SessionPicker } from './session-picker.tsx'

/** Trial (spec 1 §5, spec 2 §4): one session that offers one, one child who has not had one, no credits or codes. */
export function TrialDialog({ kind, session, onClose }: SessionDialogProps) {
  const [sessionIds, setSessionIds] = useState<number[]>()
  const [childId, setChildId] = useState<number>()
  const childIds = childId === undefined ? [] : [childId]
  const attendees = attendeesOf(kind, childIds)
  const choice = { clicked: session, sessionIds, attendees, discountCode: '' }
  const preview = useQuote(kind, choice)
  const { quote } = preview
  const check = useTrialCheck(kind)
  const place = usePlaceTrial(kind)
  const { finish, isLeaving } = useCheckout(kind)
  const offersTrial = (id: number) => quote?.sessions.find(offered => offered.id === id)?.offersTrial === true
  const chosen = chosenIds(choice, quote).filter(offersTrial)
  const trialPence = quote?.sessions.find(offered => chosen.includes(offered.id))?.trialPricePence ?? 0

  const chooseSession = (ids: number[]) => {
    if (ids.every(offersTrial)) setSessionIds(ids)
    else showHint(sentences.noTrial)
  }
  const chooseChild = (picked: number) => {
    setChildId(undefined)
    if (!quote || picked === childId) return
    check.mutate({ typeId: quote.offering.typeId, childId: picked }, { onSuccess: () => setChildId(picked) })
  }
  const send = (text: Text) =>
    place.mutateAsync(
      { sessionIds: chosen, attendees: attendeesOf(kind, childIds, readContact(text)) },
      {
        onSuccess: order => {
          if (order.totalPence === 0) showSuccess(sentences.successful)
          finish(order)
        },
      },
    )
  return (
    <Form
      checks={() => [
        { field: 'sessions', holds: chosen.length > 0, sentence: sentences.selectCourseForTrial },
        { field: 'children', holds: countAttendees(attendees) > 0, sentence: childSentence(kind, true) },
      ]}
      onSend={send}
      isBusy={isLeaving}
    >
      <QuoteDialog
        title={`Book a trial: ${session.typeName}`}
        kind={kind}
        preview={preview}
        onClose={onClose}
        what={({ sessions }) => (
          <SessionPicker
            legend="When"
            sessions={sessions}
            chosen={chosen}
            onChange={chooseSession}
            isSingle
          />
        )}
        who={() => (
          <>
            <AttendeeFields kind={kind} childIds={childIds} onPick={chooseChild} isSingle />
            <p className="field-hint">
              One trial for each{' '}
              {takesChildren(kind) ? 'child and type of class' : 'person and type of session'}. Class credits
              and discount codes are kept for your bookings.
            </p>
          </>
        )}
        foot={() => (
          <>
            <Total pence={trialPence} what={sayChoice(kind, chosen, attendees)} isSettled />
            <SubmitButton>Book Trial</SubmitButton>
          </>
        )}
      />
    </Form>
  )
}
