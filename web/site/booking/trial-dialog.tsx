import type { ClickedSession } from '#web/site/offerings/session-card.tsx'
import './booking-dialogs.css'
import { type FormEvent, useId, useRef, useState } from 'react'
import { childSentence } from '#domain/booking-rules.ts'
import { countAttendees, type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { sentences } from '#domain/sentences.ts'
import { useCheckout } from '#web/site/payments/checkout.ts'
import { Total } from '#web/site/payments/price-summary.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { showHint, showSuccess } from '#web/ui/messages.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { chosenIds, nobody, sayChoice } from './booking-choice.ts'
import { ChildPicker } from './child-picker.tsx'
import { ContactFields, readContact } from './contact-fields.tsx'
import { NothingToBook } from './nothing-to-book.tsx'
import { BookingSkeleton, OfferingSummary } from './offering-summary.tsx'
import { useOwnChildren, usePlaceTrial, useQuote, useTrialCheck } from './queries.ts'
import { SessionPicker } from './session-picker.tsx'

interface TrialDialogProps {
  kind: OfferingKind
  session: ClickedSession
  onClose: () => void
}

/** Trial (spec 1 §5, spec 2 §4): one session that offers one, one child who has not had one, no credits or codes. */
export function TrialDialog({ kind, session, onClose }: TrialDialogProps) {
  const formId = useId()
  const takesChildren = offeringKinds[kind].attendees === 'children'
  const children = useOwnChildren(takesChildren)
  const [sessionIds, setSessionIds] = useState<number[]>()
  const [childId, setChildId] = useState<number>()
  const childIds = childId === undefined ? [] : [childId]
  const choice = {
    clicked: session,
    sessionIds,
    attendees: takesChildren ? { who: 'children' as const, childIds } : nobody(kind),
    discountCode: '',
  }
  const { quote, error, retry } = useQuote(kind, choice)
  const check = useTrialCheck(kind)
  const place = usePlaceTrial(kind)
  const { finish, isLeaving } = useCheckout(kind)
  const isUnderWay = useRef(false)
  const offersTrial = (id: number) => quote?.sessions.find(offered => offered.id === id)?.offersTrial === true
  const chosen = chosenIds(choice, quote).filter(offersTrial)
  const trialPence = quote?.sessions.find(offered => chosen.includes(offered.id))?.trialPricePence ?? 0
  const isBookable = quote !== undefined && quote.sessions.length > 0

  const chooseSession = (ids: number[]) => {
    if (ids.every(offersTrial)) setSessionIds(ids)
    else showHint(sentences.noTrial)
  }
  const chooseChild = (picked: number) => {
    setChildId(undefined)
    if (!quote || picked === childId) return
    check.mutate({ typeId: quote.offering.typeId, childId: picked }, { onSuccess: () => setChildId(picked) })
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isUnderWay.current || isLeaving) return
    const attendees = takesChildren ? choice.attendees : readContact(new FormData(event.currentTarget))
    if (chosen.length === 0) return showHint(sentences.selectCourseForTrial)
    if (countAttendees(attendees) === 0) return showHint(childSentence(kind, true))
    isUnderWay.current = true
    place.mutate(
      { sessionIds: chosen, attendees },
      {
        onSuccess: order => {
          if (order.totalPence === 0) showSuccess(sentences.successful)
          finish(order)
        },
        onSettled: () => (isUnderWay.current = false),
      },
    )
  }

  return (
    <Dialog
      title={`Book a trial: ${session.typeName}`}
      size="wide"
      onClose={onClose}
      footer={
        isBookable ? (
          <>
            <Total pence={trialPence} what={sayChoice(kind, chosen, choice.attendees)} isSettled />
            <Button type="submit" form={formId} isBusy={place.isPending || isLeaving}>
              Book Trial
            </Button>
          </>
        ) : (
          !quote && !error && <Skeleton className="foot-skeleton" />
        )
      }
    >
      {quote && isBookable ? (
        <form id={formId} noValidate onSubmit={submit} className="booking-form">
          <div className="booking-what">
            <OfferingSummary offering={quote.offering} />
            <SessionPicker
              legend="When"
              sessions={quote.sessions}
              chosen={chosen}
              onChange={chooseSession}
              isSingle
            />
          </div>
          <div className="booking-who">
            {takesChildren ? (
              <ChildPicker legend="Who is coming?" chosen={childIds} onPick={chooseChild} isSingle>
                {children.data ?? []}
              </ChildPicker>
            ) : (
              <ContactFields />
            )}
            <p className="field-hint">
              One trial for each {takesChildren ? 'child and type of class' : 'person and type of session'}.
              Class credits and discount codes are kept for your bookings.
            </p>
          </div>
        </form>
      ) : quote || error ? (
        <NothingToBook error={error} onRetry={retry} />
      ) : (
        <BookingSkeleton />
      )}
    </Dialog>
  )
}
