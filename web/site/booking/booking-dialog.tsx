import * as addresses from '#contract/addresses.ts'
import type { ClickedSession } from '#web/site/offerings/session-card.tsx'
import './booking-dialogs.css'
import { type FormEvent, useId, useRef, useState } from 'react'
import { childSentence } from '#domain/booking-rules.ts'
import { countAttendees, type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { sentences } from '#domain/sentences.ts'
import { useNavigate } from '#web/navigation/router.tsx'
import { readToken } from '#web/session.ts'
import { useAddSessions } from '#web/site/basket/session-basket-queries.ts'
import { useCheckout } from '#web/site/payments/checkout.ts'
import { DiscountField } from '#web/site/payments/discount-field.tsx'
import { PriceSummary, Total } from '#web/site/payments/price-summary.tsx'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { showHint, showNote } from '#web/ui/messages.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { chosenIds, creditsExpected, nobody, sayChoice, toggled } from './booking-choice.ts'
import { ChildPicker } from './child-picker.tsx'
import { ContactFields, readContact } from './contact-fields.tsx'
import { NothingToBook } from './nothing-to-book.tsx'
import { BookingSkeleton, OfferingSummary } from './offering-summary.tsx'
import { useOwnChildren, usePlaceOrder, useQuote } from './queries.ts'
import { SessionPicker } from './session-picker.tsx'

/** The name of the button that puts the choice into the basket. */
const toBasket = 'basket'

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
  const [keptFor, setKeptFor] = useState('')
  const choice = {
    clicked: session,
    sessionIds,
    attendees: takesChildren ? { who: 'children' as const, childIds } : nobody(kind, keptFor),
    discountCode,
  }
  const { quote, error, codeProblem, isFetching, retry } = useQuote(kind, choice)
  const place = usePlaceOrder(kind)
  const addToBasket = useAddSessions(kind)
  const { finish, isLeaving } = useCheckout(kind)
  const navigate = useNavigate()
  const [confirm, confirmDialog] = useConfirm()
  const isUnderWay = useRef(false)
  const chosen = chosenIds(choice, quote)
  const creditsUsed = quote ? creditsExpected(choice, quote) : 0
  const isBookable = quote !== undefined && quote.sessions.length > 0
  const isFull = quote?.sessions.some(({ id, placesLeft }) => id === session.id && placesLeft === 0)
  const asksForAddress = !takesChildren && (isFull || keptFor !== '')

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!quote || isUnderWay.current || isLeaving) return
    const { submitter } = event.nativeEvent as SubmitEvent
    const isForBasket = submitter?.getAttribute('name') === toBasket
    // The basket is an account's, even where guests may book (decision A-02).
    if (isForBasket && !readToken()) return navigate(addresses.logIn(), { replace: true })
    const attendees = takesChildren ? choice.attendees : readContact(new FormData(event.currentTarget))
    if (chosen.length === 0) return showHint(sentences.selectCourse)
    if (countAttendees(attendees) === 0) return showHint(childSentence(kind, false))
    if (isForBasket) {
      const line = { sessionIds: chosen, attendees }
      return addToBasket.mutate(line, { onSuccess: onClose })
    }
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
      showNote(sentences.cancelled)
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
            <div className="booking-buttons">
              <Button
                type="submit"
                look="secondary"
                form={formId}
                name={toBasket}
                isBusy={addToBasket.isPending}
              >
                Add to Basket
              </Button>
              <Button type="submit" form={formId} isBusy={place.isPending || isLeaving}>
                Book Now
              </Button>
            </div>
          </>
        ) : (
          !quote && !error && <Skeleton className="foot-skeleton" />
        )
      }
    >
      {quote && isBookable ? (
        <form
          id={formId}
          noValidate
          onSubmit={submit}
          // A place that is kept for a guest is known by the address they waited with (decision E-14).
          onBlur={({ target }) => {
            if (asksForAddress && target.name === 'email') setKeptFor(target.value.trim())
          }}
          className="booking-form"
        >
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
              <>
                {asksForAddress && (
                  <p className="quiet">
                    Is a place kept for you? Enter the email address that we wrote to, and it can be chosen.
                  </p>
                )}
                <ContactFields />
              </>
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
