import './booking-dialogs.css'
import { type FormEvent, useId, useRef, useState } from 'react'
import { childSentence } from '#domain/booking-rules.ts'
import { countAttendees, type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { sentences } from '#domain/sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { showHint } from '#web/ui/messages.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import {
  type ClickedSession,
  chosenIds,
  creditsExpected,
  nobody,
  sayChoice,
  toggled,
} from './booking-choice.ts'
import { useCheckout } from './checkout.ts'
import { ChildPicker } from './child-picker.tsx'
import { ContactFields, readContact } from './contact-fields.tsx'
import { DiscountField } from './discount-field.tsx'
import { NothingToBook } from './nothing-to-book.tsx'
import { BookingSkeleton, OfferingSummary } from './offering-summary.tsx'
import { PriceSummary, Total } from './price-summary.tsx'
import { useOwnChildren, usePlaceOrder, useQuote } from './queries.ts'
import { SessionPicker } from './session-picker.tsx'

interface BookingDialogProps {
  kind: OfferingKind
  session: ClickedSession
  onClose: () => void
}

/** Book Now (spec 1 §4, §5): which sessions, who comes, with credits and a discount code; the total; one button. */
export function BookingDialog({ kind, session, onClose }: BookingDialogProps) {
  const formId = useId()
  const takesChildren = offeringKinds[kind].attendees === 'children'
  const children = useOwnChildren(takesChildren)
  const [sessionIds, setSessionIds] = useState<number[]>()
  const [childIds, setChildIds] = useState<number[]>([])
  const [discountCode, setDiscountCode] = useState('')
  const choice = {
    clicked: session,
    sessionIds,
    attendees: takesChildren ? { who: 'children' as const, childIds } : nobody(kind),
    discountCode,
  }
  const { quote, error, codeProblem, isFetching, retry } = useQuote(kind, choice)
  const place = usePlaceOrder(kind)
  const { finish, isLeaving } = useCheckout(kind)
  const [confirm, confirmDialog] = useConfirm()
  const isUnderWay = useRef(false)
  const chosen = chosenIds(choice, quote)
  const creditsUsed = quote ? creditsExpected(choice, quote) : 0
  const isBookable = quote !== undefined && quote.sessions.length > 0

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!quote || isUnderWay.current || isLeaving) return
    const attendees = takesChildren ? choice.attendees : readContact(new FormData(event.currentTarget))
    if (chosen.length === 0) return showHint(sentences.selectCourse)
    if (countAttendees(attendees) === 0) return showHint(childSentence(kind, false))
    if (quote.offering.isPackOnly && quote.creditBalance === 0) return showHint(sentences.packOnly)
    isUnderWay.current = true
    if (await confirm(sentences.confirmOrder)) {
      const order = {
        offeringId: quote.offering.id,
        sessionIds: chosen,
        attendees,
        creditsWanted: creditsUsed,
        discountCode,
      }
      place.mutate(order, { onSuccess: finish, onSettled: () => (isUnderWay.current = false) })
    } else {
      isUnderWay.current = false
      showHint(sentences.cancelled)
    }
  }

  return (
    <Dialog
      title={`Book ${session.typeName}`}
      size="wide"
      onClose={onClose}
      footer={
        isBookable ? (
          <>
            <Total
              pence={quote.totalPence}
              what={sayChoice(kind, chosen, choice.attendees)}
              isSettled={!isFetching}
            />
            {error && (
              <Button look="quiet" onClick={retry}>
                Work out the total again
              </Button>
            )}
            <Button type="submit" form={formId} isBusy={place.isPending || isLeaving}>
              Book Now
            </Button>
          </>
        ) : (
          !quote && !error && <Skeleton className="h-11 w-full" />
        )
      }
    >
      {quote && isBookable ? (
        <form id={formId} noValidate onSubmit={submit} className="booking-form">
          <div className="booking-what">
            <OfferingSummary offering={quote.offering} />
            <SessionPicker legend="When" sessions={quote.sessions} chosen={chosen} onChange={setSessionIds} />
          </div>
          <div className="booking-who">
            {takesChildren ? (
              <ChildPicker
                legend="Who is coming?"
                chosen={childIds}
                onPick={id => setChildIds(toggled(childIds, id))}
              >
                {children.data ?? []}
              </ChildPicker>
            ) : (
              <ContactFields />
            )}
            <DiscountField
              onApply={setDiscountCode}
              isApplied={quote.discountPence > 0}
              problem={codeProblem}
            />
            <PriceSummary quote={quote} creditsUsed={creditsUsed} />
          </div>
        </form>
      ) : quote || error ? (
        <NothingToBook error={error} onRetry={retry} />
      ) : (
        <BookingSkeleton />
      )}
      {confirmDialog}
    </Dialog>
  )
}
