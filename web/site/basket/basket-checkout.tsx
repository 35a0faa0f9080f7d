import { type FormEvent, useId, useRef, useState } from 'react'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { sentences } from '#domain/sentences.ts'
import { countOf } from '#web/site/offerings/kind-words.ts'
import { useCheckout } from '#web/site/payments/checkout.ts'
import { DiscountField } from '#web/site/payments/discount-field.tsx'
import { PriceSummary, Total } from '#web/site/payments/price-summary.tsx'
import { spokenDays, timeRange } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { showHint, showNote } from '#web/ui/messages.tsx'
import { pounds } from '#web/ui/money.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type SessionLine, useBasketQuote, useSubmitBasket } from './session-basket-queries.ts'

interface BasketCheckoutProps {
  kind: OfferingKind
  lineIds: number[]
  onClose: () => void
}

/** The checkout of the chosen lines (spec 1 §2): credits used, discount code, total; one order for them all. */
export function BasketCheckout({ kind, lineIds: chosen, onClose }: BasketCheckoutProps) {
  const formId = useId()
  // The lines as they were chosen: once they are bought the basket no longer has them.
  const [lineIds] = useState(chosen)
  const [discountCode, setDiscountCode] = useState('')
  const { quote, error, codeProblem, isFetching, retry } = useBasketQuote(kind, lineIds, discountCode)
  const place = useSubmitBasket(kind)
  const { finish, isLeaving } = useCheckout(kind)
  const [confirm, confirmDialog] = useConfirm()
  const isUnderWay = useRef(false)
  const lines = quote?.lines.items ?? []
  const bookable = lines.filter(line => line.isValid)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!quote || isUnderWay.current || isLeaving) return
    const isPackOnly = bookable.some(line => line.session.isPackOnly)
    if (isPackOnly && quote.creditBalance === 0) return showHint(sentences.packOnly)
    isUnderWay.current = true
    if (await confirm(sentences.confirmOrder)) {
      place.mutate(
        { lineIds: bookable.map(line => line.id), creditsWanted: quote.creditsUsed, discountCode },
        { onSuccess: finish, onSettled: () => (isUnderWay.current = false) },
      )
    } else {
      isUnderWay.current = false
      showNote(sentences.cancelled)
    }
  }

  return (
    <Dialog
      title="Checkout"
      onClose={onClose}
      footer={
        quote &&
        bookable.length > 0 && (
          <>
            <Total pence={quote.totalPence} what={countOf(kind, bookable.length)} isSettled={!isFetching} />
            <Button type="submit" form={formId} isBusy={place.isPending || isLeaving}>
              Place order
            </Button>
          </>
        )
      }
    >
      {quote ? (
        <form id={formId} noValidate onSubmit={submit} className="stack gap-l">
          <ul className="quote-lines">
            {lines.map(line => (
              <CheckoutLine key={line.id} line={line} />
            ))}
          </ul>
          <DiscountField
            onApply={setDiscountCode}
            isApplied={quote.discountPence > 0}
            problem={codeProblem}
          />
          <PriceSummary quote={quote} creditsUsed={quote.creditsUsed} />
        </form>
      ) : error ? (
        <ErrorPanel onRetry={retry} />
      ) : (
        <div role="status" className="stack">
          <span className="sr-only">Loading</span>
          <Skeleton shape="card" />
          <Skeleton shape="row" />
          <Skeleton shape="card" />
        </div>
      )}
      {confirmDialog}
    </Dialog>
  )
}

function CheckoutLine({ line }: { line: SessionLine }) {
  const { session, children, fullName, pricePence, isValid, problem } = line
  return (
    <li>
      <div>
        <p className="strong">{session.typeName}</p>
        <p className="small">
          {spokenDays(session.startDate, session.endDate)}, {timeRange(session.startTime, session.endTime)}
        </p>
        <p className="small quiet">{children.map(child => child.name).join(', ') || fullName}</p>
        {!isValid && <p className="session-line-problem">{problem}</p>}
      </div>
      <p className="strong figures">{isValid ? pounds(pricePence) : '–'}</p>
    </li>
  )
}
