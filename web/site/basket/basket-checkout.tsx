import { useEffect, useState } from 'react'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { lacksCredits } from '#domain/prices.ts'
import { isRefused } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { countOf } from '#web/site/offerings/kind-words.ts'
import { PackNeeded, packCheck } from '#web/site/offerings/packs-link.tsx'
import { forgetAnswers, QuestionFields, readAnswers } from '#web/site/offerings/question-fields.tsx'
import { carriedCode, carryCode } from '#web/site/payments/carried-code.ts'
import { useCheckout } from '#web/site/payments/checkout.ts'
import { DiscountField } from '#web/site/payments/discount-field.tsx'
import { type HowPaid, HowToPay, paidLater } from '#web/site/payments/how-to-pay.tsx'
import { HowToMove, OrderInBrief } from '#web/site/payments/order-in-brief.tsx'
import { KeepCredits, PriceSummary, Total } from '#web/site/payments/price-summary.tsx'
import { useToday } from '#web/today.tsx'
import { spokenWhen } from '#web/ui/british-dates.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Dialog } from '#web/ui/forms/dialog.tsx'
import { Form, FormFailure, SubmitButton, type Text } from '#web/ui/forms/form.tsx'
import { showHint } from '#web/ui/messages.tsx'
import { pounds } from '#web/ui/money.tsx'
import { useOnceSettled } from '#web/ui/settled.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import {
  type SessionLine,
  useBasketQuote,
  useRefetchList,
  useSubmitBasket,
} from './session-basket-queries.ts'

interface BasketCheckoutProps {
  kind: OfferingKind
  lineIds: number[]
  onClose: () => void
}

/** The checkout of the chosen lines (spec 1 §2): credits used, discount code, total; one order for them all. */
export function BasketCheckout({ kind, lineIds: chosen, onClose }: BasketCheckoutProps) {
  // The lines as they were chosen: once they are bought the basket no longer has them.
  const [lineIds] = useState(chosen)
  const [discountCode, setDiscountCode] = useState(() => carriedCode(kind))
  const [keepsCredits, setKeepsCredits] = useState(false)
  const [howPaid, setHowPaid] = useState<HowPaid>('card')
  const { quote, error, codeProblem, isFetching, retry } = useBasketQuote(kind, {
    lineIds,
    discountCode,
    ...(keepsCredits && { creditsWanted: 0 }),
  })
  const refetchList = useRefetchList(kind)
  const isGone = isRefused(error) && !quote
  useEffect(() => {
    // The lines were bought or deleted elsewhere. The message says so, and the list shows what is
    // left.
    if (!isGone) return
    void refetchList()
    onClose()
  }, [isGone, refetchList, onClose])
  const today = useToday()
  const place = useSubmitBasket(kind)
  const { confirmed, isLeaving, confirmDialog } = useCheckout(kind)
  const priced = useOnceSettled({ quote, error, codeProblem, discountCode }, !isFetching)
  const lines = quote?.lines.items ?? []
  const bookable = bookableOf(quote)
  const isPackOnly = bookable.some(line => line.session.isPackOnly)
  const balance = quote?.creditBalance ?? 0
  const places = bookable
    .map(({ session, pricePence, credits }) => ({ ...session, pricePence, credits }))
    .toSorted((one, other) => startOf(one).localeCompare(startOf(other)) || one.id - other.id)
  const needsPack = lacksCredits(places, balance)
  const send = async (text: Text) => {
    // Waits for the latest price, so that the question and the order have the same one.
    const { quote, error, codeProblem, discountCode } = await priced()
    const problem = error ? sentences.totalUnknown : codeProblem
    if (problem) return showHint(problem)
    if (!quote) return
    const wanted = bookableOf(quote)
    const { creditsUsed, totalPence } = quote
    const payLater = paidLater(quote, howPaid)
    const order = {
      lineIds: wanted.map(line => line.id),
      creditsWanted: creditsUsed,
      discountCode,
      shown: { totalPence, creditsUsed },
      payLater,
      answers: answersOf(wanted, text),
    }
    return confirmed(
      async () => {
        const placed = await place.mutateAsync(order)
        carryCode(kind, '')
        for (const { session, children } of wanted) forgetAnswers(session.offeringId, idsOf(children))
        return placed
      },
      <OrderInBrief
        facts={wanted.map(line => [line.session.title, sayLine(line, today)])}
        pence={totalPence}
        credits={creditsUsed}
        list={quote}
        payLater={payLater}
      >
        <HowToMove />
      </OrderInBrief>,
    )
  }
  return (
    <Form checks={() => [packCheck(needsPack, balance)]} onSend={send} isBusy={isLeaving}>
      <Dialog
        title="Checkout"
        onClose={onClose}
        footer={
          quote && bookable.length > 0 ? (
            <>
              <div className="total-part">
                <Total
                  pence={quote.totalPence}
                  credits={quote.creditsUsed}
                  what={countOf(kind, bookable.length)}
                  isSettled={!isFetching}
                  onRetry={error !== null && retry}
                />
                {!isPackOnly && (
                  <KeepCredits balance={balance} isKept={keepsCredits} onChange={setKeepsCredits} />
                )}
              </div>
              <SubmitButton act="book">Place order</SubmitButton>
            </>
          ) : (
            <FormFailure act="order" />
          )
        }
      >
        {quote ? (
          <div className="stack gap-l">
            <ul className="quote-lines">
              {lines.map(line => (
                <CheckoutLine key={line.id} line={line} />
              ))}
            </ul>
            <QuestionsOfLines lines={bookable} />
            {needsPack && (
              <PackNeeded asked={bookable.reduce((sum, { credits }) => sum + credits, 0)} balance={balance} />
            )}
            <DiscountField
              code={discountCode}
              onApply={code => {
                carryCode(kind, code)
                setDiscountCode(code)
              }}
              isApplied={quote.discountPence > 0}
              problem={codeProblem}
            />
            <PriceSummary quote={quote} creditsUsed={quote.creditsUsed} isUnknown={error !== null} />
            <HowToPay quote={quote} value={howPaid} onChange={setHowPaid} />
          </div>
        ) : error ? (
          <ErrorPanel onRetry={retry} />
        ) : (
          <Loading className="stack">
            <Skeleton shape="card" />
            <Skeleton shape="row" />
            <Skeleton shape="card" />
          </Loading>
        )}
      </Dialog>
      {confirmDialog}
    </Form>
  )
}

const startOf = ({ startDate, startTime }: SessionLine['session']) => `${startDate} ${startTime}`

const bookableOf = (quote: ReturnType<typeof useBasketQuote>['quote']) =>
  (quote?.lines.items ?? []).filter(line => line.isValid)

const sayLine = ({ session, children, fullName }: SessionLine, today: string): string =>
  [
    spokenWhen(session, today),
    session.venue,
    `for ${children.map(child => child.name).join(', ') || fullName}`,
  ].join('\n')

const idsOf = (children: SessionLine['children']) => children.map(({ id }) => id)

/** The question of each class, once for each person, whatever the number of its dates. */
function QuestionsOfLines({ lines }: { lines: SessionLine[] }) {
  const asked = lines.filter(({ question }) => question)
  const classes = [...new Set(asked.map(({ session }) => session.offeringId))]
  return classes.map(offeringId => {
    const ofClass = asked.filter(({ session }) => session.offeringId === offeringId)
    const [first] = ofClass
    const children = new Map(ofClass.flatMap(line => line.children).map(child => [child.id, child.name]))
    const people = [...children].map(([childId, name]) => ({ childId, name }))
    return (
      <fieldset key={offeringId} className="stack">
        <legend className="strong">{first?.session.title}</legend>
        <QuestionFields
          offeringId={offeringId}
          question={first?.question ?? ''}
          people={people.length > 0 ? people : [{ name: '' }]}
        />
      </fieldset>
    )
  })
}

/** Returns the answers line by line, as the order takes them. */
const answersOf = (lines: SessionLine[], text: Text) =>
  lines.flatMap(
    ({ id: lineId, question, session, children }) =>
      (question &&
        readAnswers(text, session.offeringId, idsOf(children))?.map(answer => ({ lineId, ...answer }))) ||
      [],
  )

function CheckoutLine({ line }: { line: SessionLine }) {
  const { session, children, fullName, pricePence, isValid, problem } = line
  return (
    <li>
      <div>
        <p className="strong">{session.title}</p>
        <p className="small">{spokenWhen(session, useToday())}</p>
        <p className="small quiet">{children.map(child => child.name).join(', ') || fullName}</p>
        {!isValid && <p className="session-line-problem">{problem}</p>}
      </div>
      <p className="strong figures">{isValid ? pounds(pricePence) : '–'}</p>
    </li>
  )
}
