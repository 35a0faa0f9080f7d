import * as addresses from '#contract/addresses.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { sentences } from '#domain/sentences.ts'
import { keepStandingAction } from '#web/navigation/pending-action.ts'
import { useNavigate } from '#web/navigation/router.tsx'
import { readToken, useIsSignedIn } from '#web/session.ts'
import { useAddSessions } from '#web/site/basket/session-basket-queries.ts'
import { RuleHint } from '#web/site/offerings/age-hint.tsx'
import { PackNeeded, packCheck } from '#web/site/offerings/packs-link.tsx'
import { forgetAnswers, readAnswers } from '#web/site/offerings/question-fields.tsx'
import type { ClickedSession, SessionDialogProps } from '#web/site/offerings/session-card.tsx'
import { TrialLabel } from '#web/site/offerings/trial-label.tsx'
import { carryCode } from '#web/site/payments/carried-code.ts'
import { useCheckout } from '#web/site/payments/checkout.ts'
import { DiscountField } from '#web/site/payments/discount-field.tsx'
import { HowToPay, paidLater } from '#web/site/payments/how-to-pay.tsx'
import { KeepCredits, PriceSummary, Total } from '#web/site/payments/price-summary.tsx'
import { useToday } from '#web/today.tsx'
import { spokenDays } from '#web/ui/british-dates.ts'
import { type Check, Form, SubmitButton, type Text } from '#web/ui/forms/form.tsx'
import { showHint } from '#web/ui/messages.tsx'
import { useOnceSettled } from '#web/ui/settled.ts'
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
  creditsAsked,
  creditsExpected,
  needsPack,
  type OfferedSession,
  type Preview,
  sayChoice,
  sayPrice,
  takesChildren,
  thanksFor,
  toggled,
  withoutHeld,
} from './booking-choice.ts'
import { BookingInBrief } from './booking-in-brief.tsx'
import { useKept } from './kept-choice.ts'
import { useChosenChildren, useHeldPlaces, usePlaceOrder, useQuote } from './queries.ts'
import { QuestionOfClass } from './question-of-class.tsx'
import { QuoteDialog } from './quote-dialog.tsx'
import { SessionPicker } from './session-picker.tsx'

/** The Book Now dialog (spec 1 §4, §5): sessions, attendees, credits, discount code; the total; one button. */
export function BookingDialog({ kind, session, onClose, onAsk }: SessionDialogProps) {
  const booking = useBooking(kind, session)
  const { isLeaving, confirmDialog, send } = useSending(kind, booking, onClose)
  const { preview, chosen, attendees, creditsUsed } = booking
  const isSignedIn = useIsSignedIn()
  return (
    <Form checks={text => checksOf(kind, booking, text)} onSend={send} isBusy={isLeaving}>
      <QuoteDialog
        title={`Book ${session.title}`}
        kind={kind}
        session={session}
        preview={preview}
        canChoose={({ sessions }) => bookableIds(sessions).length > 0 || booking.asksForAddress}
        onClose={onClose}
        who={quote => <WhoComes kind={kind} booking={booking} quote={quote} />}
        when={quote => (
          <>
            <TrialOffer
              session={quote.sessions.find(({ id }) => id === session.id)}
              onTake={() => onAsk('trial')}
            />
            <SessionPicker
              kind={kind}
              legend="When"
              pressed={session.id}
              sessions={quote.sessions}
              chosen={chosen}
              onChange={booking.setSessionIds}
              held={booking.held}
              priceOf={sessions => sayPrice(booking, quote, sessions)}
              onWait={full =>
                // A full session is listed without saying whether it has begun.
                onAsk('waitingList', { ...session, ...full, date: full.startDate, isBookable: undefined })
              }
            />
          </>
        )}
        price={quote =>
          needsPack(booking, quote) ? (
            <PackNeeded asked={creditsAsked(booking, quote)} balance={quote.creditBalance} />
          ) : (
            <>
              <Price booking={booking} quote={quote} />
              <HowToPay quote={quote} value={booking.howPaid} onChange={booking.setHowPaid} />
            </>
          )
        }
        foot={quote => (
          <>
            <div className="total-part">
              <Total
                {...(needsPack(booking, quote)
                  ? { pence: 0, credits: creditsAsked(booking, quote), lacking: quote.creditBalance }
                  : { pence: quote.totalPence, credits: creditsUsed })}
                what={
                  <>
                    <OneDay sessions={quote.sessions.filter(({ id }) => chosen.includes(id))} />
                    {sayChoice(kind, chosen, attendees)}
                  </>
                }
                isSettled={!preview.isFetching}
                onRetry={preview.error !== null && preview.retry}
              />
              {!(quote.offering.isPackOnly || needsPack(booking, quote)) && (
                <KeepCredits
                  balance={quote.creditBalance}
                  isKept={booking.keepsCredits}
                  onChange={booking.setKeepsCredits}
                />
              )}
            </div>
            <div className="booking-buttons">
              {/*
               * Enter presses a form’s first submit button: this one books, and does not ask a guest for an
               * account.
               */}
              <input type="submit" hidden />
              <SubmitButton look="secondary" name="to" value="basket" act="basket">
                Add to Basket
              </SubmitButton>
              <SubmitButton act="book">Book Now</SubmitButton>
            </div>
            {!isSignedIn && <p className="small quiet">A basket needs an account: you log in first.</p>}
          </>
        )}
      />
      {confirmDialog}
    </Form>
  )
}

/**
 * Offers the trial inside the dialog, for visitors who followed “The first visit is a free trial” instead of the
 * timetable's button.
 */
function TrialOffer({ session, onTake }: { session: OfferedSession | undefined; onTake: () => void }) {
  if (!(session?.offersTrial && session.isBookable)) return null
  return (
    <p>
      First time?{' '}
      <button type="button" className="text-link lone-link" onClick={onTake}>
        <TrialLabel pricePence={session.trialPricePence} />
      </button>
    </p>
  )
}

type Booking = ReturnType<typeof useBooking>

/** Returns the choices so far, and their price. */
function useBooking(kind: OfferingKind, clicked: ClickedSession) {
  const [sessionIds, setSessionIds] = useKept('sessionIds')
  const [childIds, chooseChildren] = useChosenChildren(kind)
  const [keepsCredits = false, setKeepsCredits] = useKept('keepsCredits')
  const [discountCode = '', setDiscountCode] = useKept('discountCode')
  const [howPaid = 'card', setHowPaid] = useKept('howPaid')
  const [keptFor = '', setKeptFor] = useKept('keptFor')
  const held = useHeldPlaces(clicked.offeringId, childIds)
  const attendees = attendeesOf(kind, childIds, { email: keptFor })
  const choice = {
    clicked,
    sessionIds: withoutHeld(clicked, sessionIds, held.isHeld),
    attendees,
    keepsCredits,
    discountCode,
  }
  const preview = useQuote(kind, choice)
  const { quote } = preview
  const isFull = quote?.sessions.some(({ id, placesLeft }) => id === clicked.id && placesLeft === 0)
  return {
    ...choice,
    childIds,
    held,
    preview,
    chosen: chosenIds(choice, quote),
    dropped: (sessionIds ?? [clicked.id]).filter(held.isHeld),
    creditsUsed: quote ? creditsExpected(choice, quote) : 0,
    /**
     * Whether the address is asked for first, because a guest's reserved place belongs to the address that they waited
     * with (decision E-14).
     */
    asksForAddress: !takesChildren(kind) && (isFull || keptFor !== ''),
    setSessionIds,
    pickChild: (id: number) => chooseChildren(toggled(childIds, id)),
    setKeepsCredits,
    setDiscountCode,
    howPaid,
    setHowPaid,
    setKeptFor,
  }
}

/** Whether the basket's button was pressed. A basket needs an account, even if guests may book (decision A-02). */
const isForBasket = (text: Text) => text('to') === 'basket'
const needsLogIn = (text: Text) => isForBasket(text) && !readToken()

/** Returns the checks in the order of spec 1 §5. */
function checksOf(kind: OfferingKind, booking: Booking, text: Text): Check[] {
  const { preview, chosen, attendees } = booking
  const { quote } = preview
  if (needsLogIn(text)) return []
  return [
    sessionChosen(chosen, sentences.selectCourse),
    childChosen(kind, attendees, false),
    ...contactGiven(attendees, text, !isForBasket(text) && isConfirmedByMail(quote?.totalPence ?? 1)),
    ...contactComesOnce(attendees, chosen, booking.held, text),
    packCheck(quote !== undefined && needsPack(booking, quote), quote?.creditBalance ?? 0),
    everybodyTaken(kind, preview),
  ]
}

/** Puts the choice into the basket, or asks for confirmation, orders and opens the card page. */
function useSending(kind: OfferingKind, booking: Booking, onClose: () => void) {
  const place = usePlaceOrder(kind)
  const addToBasket = useAddSessions(kind)
  const navigate = useNavigate()
  const { confirmed, isLeaving, confirmDialog } = useCheckout(kind)
  const priced = useOnceSettled(booking, !booking.preview.isFetching)
  const send = async (text: Text): Promise<unknown> => {
    if (needsLogIn(text)) {
      keepStandingAction()
      return navigate(addresses.logIn())
    }
    // The price in the question must be the price of the order. A code goes into the basket only if it is
    // valid.
    const isReady = isForBasket(text) && booking.discountCode === ''
    const { clicked, childIds, chosen, creditsUsed, discountCode, preview } = isReady
      ? booking
      : await priced()
    const { quote, error, codeProblem } = preview
    const attendees = attendeesOf(kind, childIds, readContact(text))
    if (isForBasket(text)) {
      await addToBasket.mutateAsync({ sessionIds: chosen, attendees }, { onSuccess: onClose })
      // Runs even if the dialog was closed meanwhile.
      if (quote && quote.discountPence > 0) carryCode(kind, discountCode)
      return
    }
    const problem = error ? sentences.totalUnknown : codeProblem
    if (problem) return showHint(problem)
    const { offeringId } = clicked
    const shown = quote && { totalPence: quote.totalPence, creditsUsed }
    const answers = readAnswers(text, offeringId, childIds)
    const payLater = quote && paidLater(quote, booking.howPaid)
    const choice = {
      ...{ offeringId, sessionIds: chosen, attendees, creditsWanted: creditsUsed, discountCode },
      payLater,
    }
    return confirmed(
      async () => {
        const placed = await place.mutateAsync({ ...choice, shown, answers })
        forgetAnswers(offeringId, childIds)
        return placed
      },
      quote && (
        <BookingInBrief
          kind={kind}
          quote={quote}
          date={clicked.date}
          chosen={chosen}
          attendees={attendees}
          pence={quote.totalPence}
          credits={creditsUsed}
          list={quote}
          payLater={payLater}
        />
      ),
      thanksFor(quote, chosen, attendees),
    )
  }
  return { send, isLeaving, confirmDialog }
}

function Price({ booking, quote }: { booking: Booking; quote: Preview }) {
  return (
    <>
      <DiscountField
        code={booking.discountCode}
        onApply={booking.setDiscountCode}
        isApplied={quote.discountPence > 0}
        problem={booking.preview.codeProblem}
      />
      <PriceSummary
        quote={quote}
        creditsUsed={booking.creditsUsed}
        isUnknown={booking.preview.error !== null}
      />
    </>
  )
}

/** Names the day of a single date, which may be far up in the list: 'Sat 6 Feb, '. */
function OneDay({ sessions: [one, ...others] }: { sessions: OfferedSession[] }) {
  const today = useToday()
  return one && others.length === 0 ? <>{spokenDays(one.startDate, one.endDate, today)}, </> : null
}

interface WhoComesProps {
  kind: OfferingKind
  booking: Booking
  quote: Preview
}

function WhoComes({ kind, booking, quote }: WhoComesProps) {
  const { clicked, asksForAddress, chosen, dropped, held, childIds, pickChild, setKeptFor } = booking
  return (
    <>
      {asksForAddress && (
        <p className="quiet">
          Is a place kept for you? Enter the email address that we wrote to, and it can be chosen.
        </p>
      )}
      <AttendeeFields
        kind={kind}
        session={clicked}
        chosen={quote.sessions.filter(({ id }) => chosen.includes(id))}
        childIds={childIds}
        onPick={pickChild}
        onEmail={asksForAddress ? setKeptFor : undefined}
        whyEmail={chosen.length > 0 && isConfirmedByMail(quote.totalPence) && freePlaceByMail}
      />
      <RuleHint problem={quote.problem} />
      <QuestionOfClass kind={kind} offeringId={clicked.offeringId} childIds={childIds} />
      <HeldHint sessions={quote.sessions.filter(({ id }) => dropped.includes(id))} holders={held.holders} />
    </>
  )
}
