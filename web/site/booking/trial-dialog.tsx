import { useEffect } from 'react'
import { isRefused } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { useIsSignedIn } from '#web/session.ts'
import { useOffers } from '#web/settings.ts'
import { RuleHint } from '#web/site/offerings/age-hint.tsx'
import { forgetAnswers, readAnswers } from '#web/site/offerings/question-fields.tsx'
import type { SessionDialogProps } from '#web/site/offerings/session-card.tsx'
import { useCheckout } from '#web/site/payments/checkout.ts'
import { HowToPay, paidLater } from '#web/site/payments/how-to-pay.tsx'
import { Total } from '#web/site/payments/price-summary.tsx'
import { Form, SubmitButton, type Text } from '#web/ui/forms/form.tsx'
import { showHint, showSuccess } from '#web/ui/messages.tsx'
import { AttendeeFields, HeldHint, readContact } from './attendee-fields.tsx'
import {
  childChosen,
  contactComesOnce,
  contactGiven,
  everybodyTaken,
  freePlaceByMail,
  isConfirmedByMail,
  sessionChosen,
} from './booking-checks.ts'
import {
  attendeesOf,
  bookableIds,
  chosenIds,
  sayChoice,
  takesChildren,
  thanksFor,
  withoutHeld,
} from './booking-choice.ts'
import { BookingInBrief } from './booking-in-brief.tsx'
import { useKept } from './kept-choice.ts'
import { useChosenChildren, useHeldPlaces, usePlaceTrial, useQuote, useTrialCheck } from './queries.ts'
import { QuestionOfClass } from './question-of-class.tsx'
import { QuoteDialog } from './quote-dialog.tsx'
import { SessionPicker } from './session-picker.tsx'

/**
 * The trial dialog (spec 1 §5, spec 2 §4): one session with trials, one child without a former trial, no
 * credits or codes.
 */
export function TrialDialog({ kind, session, onClose }: SessionDialogProps) {
  const offers = useOffers()
  const isSignedIn = useIsSignedIn()
  // A guest has no credits.
  const kept = [
    isSignedIn && offers('credits') && 'class credits',
    offers('discounts') && 'discount codes',
  ].filter(Boolean)
  const [sessionIds, setSessionIds] = useKept('sessionIds')
  const [childIds, chooseChildren] = useChosenChildren(kind)
  const attendees = attendeesOf(kind, childIds)
  const held = useHeldPlaces(session.offeringId, childIds)
  const choice = {
    clicked: session,
    sessionIds: withoutHeld(session, sessionIds, held.isHeld),
    attendees,
    keepsCredits: false,
    discountCode: '',
  }
  const preview = useQuote(kind, choice)
  const { quote } = preview
  const [howPaid = 'card', setHowPaid] = useKept('howPaid')
  const place = usePlaceTrial(kind)
  const { confirmed, isLeaving, confirmDialog } = useCheckout(kind)
  const offersTrial = (id: number) => quote?.sessions.find(offered => offered.id === id)?.offersTrial === true
  const chosen = chosenIds(choice, quote).filter(offersTrial)
  const dropped = (sessionIds ?? [session.id]).filter(held.isHeld)
  const trialPence = quote?.sessions.find(offered => chosen.includes(offered.id))?.trialPricePence ?? 0

  const chooseSession = (ids: number[]) => {
    if (ids.every(offersTrial)) setSessionIds(ids)
    else showHint(sentences.noTrial)
  }
  const trialQuote = { totalPence: trialPence, mayPayLater: quote?.mayPayLater }
  const payLater = paidLater(trialQuote, howPaid)
  const { mutate: check } = useTrialCheck(kind)
  const typeId = quote?.offering.typeId
  const [childId] = childIds
  useEffect(() => {
    if (typeId === undefined || childId === undefined) return
    // A child who may not have one is no longer chosen (decision C-17).
    check({ typeId, childId }, { onError: error => isRefused(error) && chooseChildren([]) })
  }, [typeId, childId, check, chooseChildren])
  const send = async (text: Text) => {
    const trial = {
      sessionIds: chosen,
      attendees: attendeesOf(kind, childIds, readContact(text)),
      shown: { totalPence: trialPence, creditsUsed: 0 },
      answers: readAnswers(text, session.offeringId, childIds),
      payLater,
    }
    return confirmed(
      async () => {
        const placed = await place.mutateAsync(trial)
        forgetAnswers(session.offeringId, childIds)
        if (placed.totalPence === 0) showSuccess(sentences.successful)
        return placed
      },
      quote && (
        <BookingInBrief
          kind={kind}
          quote={quote}
          date={session.date}
          chosen={chosen}
          attendees={trial.attendees}
          pence={trialPence}
          payLater={payLater}
          isTrial
        />
      ),
      thanksFor(quote, chosen, trial.attendees),
    )
  }
  return (
    <Form
      checks={text => [
        sessionChosen(chosen, sentences.selectCourseForTrial),
        childChosen(kind, attendees, true),
        ...contactGiven(attendees, text, isConfirmedByMail(trialPence)),
        ...contactComesOnce(attendees, chosen, held, text),
        everybodyTaken(kind, preview),
      ]}
      onSend={send}
      isBusy={isLeaving}
    >
      <QuoteDialog
        title={`Book a trial: ${session.title}`}
        kind={kind}
        session={session}
        preview={preview}
        canChoose={({ sessions }) => bookableIds(sessions).length > 0}
        onClose={onClose}
        who={({ sessions, problem }) => (
          <>
            <AttendeeFields
              kind={kind}
              session={session}
              chosen={sessions.filter(({ id }) => chosen.includes(id))}
              childIds={childIds}
              onPick={picked => chooseChildren(picked === childId ? [] : [picked])}
              whyEmail={chosen.length > 0 && isConfirmedByMail(trialPence) && freePlaceByMail}
              isSingle
            />
            <RuleHint problem={problem} />
            <QuestionOfClass kind={kind} offeringId={session.offeringId} childIds={childIds} />
            <HeldHint sessions={sessions.filter(({ id }) => dropped.includes(id))} holders={held.holders} />
            <p className="field-hint">
              One trial for each{' '}
              {takesChildren(kind) ? 'child and type of class' : 'person and type of session'}.
              {kept.length > 0 && ` Kept for your bookings: ${kept.join(' and ')}.`}
            </p>
          </>
        )}
        when={({ sessions }) => (
          <SessionPicker
            kind={kind}
            legend="When"
            pressed={session.id}
            sessions={sessions}
            chosen={chosen}
            onChange={chooseSession}
            held={held}
            isSingle
          />
        )}
        price={() => <HowToPay quote={trialQuote} value={howPaid} onChange={setHowPaid} />}
        foot={() => (
          <>
            <Total pence={trialPence} what={sayChoice(kind, chosen, attendees)} isSettled />
            <SubmitButton act="book">Book Trial</SubmitButton>
          </>
        )}
      />
      {confirmDialog}
    </Form>
  )
}
