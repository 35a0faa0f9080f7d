import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { MoveTarget } from '#contract/office/orders.ts'
import { instantInLondon } from '#domain/calendar.ts'
import { deskSentences } from '#domain/office/desk-sentences.ts'
import { officeSentences, saysWhy } from '#domain/office/sentences.ts'
import { creditText } from '#domain/prices.ts'
import { useToday } from '#web/today.tsx'
import { spokenDate } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { useCloseDialog } from '#web/ui/forms/dialog.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { pounds } from '#web/ui/money.tsx'
import { keptProblem } from '../desk/kept-until.tsx'
import { isDesk, noPayment, type Payment, PaymentFields, paidWords, waysOf } from '../desk/payment-fields.tsx'
import { useOfficeApi } from '../office-api.ts'
import { LogReason } from '../ui/fields.tsx'
import { SearchFailed, useLastAnswer, WithAnswer } from '../ui/not-loaded.tsx'
import type { MovedPlace } from './moved-place.ts'
import { rebookQuery, useRebook } from './order-queries.ts'

const payOf = (payment: Payment): 'credits' | 'desk' | 'expected' | 'link' =>
  payment === 'credits' || payment === 'link' || payment === 'expected' ? payment : 'desk'

/** Cancels a place by its policy and books the other date at today's price, in one press. */
export function Rebook({ place: { bookingId, who }, date }: { place: MovedPlace; date: MoveTarget }) {
  const today = useToday()
  const book = useRebook()
  const close = useCloseDialog()
  const [choice, setChoice] = useState(noPayment)
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useState({ payment: '', reason: '', kept: '' })
  const { payment, from, reference, keptUntil } = choice
  const asked = { bookingId, sessionId: date.sessionId, pay: payOf(payment) }
  const preview = useQuery({ ...rebookQuery(useOfficeApi(), asked), placeholderData: keepPreviousData })
  const isCurrent = !preview.isPlaceholderData && !preview.error
  const shown = useLastAnswer(preview)
  const press = async ({ back, price, latestKept }: NonNullable<typeof preview.data>) => {
    const isFree = price.totalPence === 0 && price.creditsUsed === 0
    const wrong = {
      payment: payment === '' && !isFree ? deskSentences.choosePayment : '',
      reason: saysWhy(reason.trim()) ? '' : officeSentences.sayWhy,
      kept: payment === 'link' ? keptProblem(keptUntil, latestKept, new Date()) : '',
    }
    setProblems(wrong)
    if (Object.values(wrong).some(Boolean)) return
    const method = payment === 'expected' ? from : payment
    await book.mutateAsync({
      ...{ ...asked, back, reason: reason.trim(), reference: isDesk(method) ? reference.trim() : '' },
      expected: { totalPence: price.totalPence, creditsUsed: price.creditsUsed },
      ...(isDesk(method) && price.totalPence > 0 && { method }),
      ...(payment === 'link' &&
        keptUntil && { keepUntil: instantInLondon(keptUntil.day, keptUntil.time).toISOString() }),
    })
    close()
    showSuccess(
      `${who} is booked for ${spokenDate(date.date, today)}, ${date.startTime}. They are told by mail`,
    )
  }
  return (
    <WithAnswer query={{ ...preview, data: shown }}>
      {found => (
        <form
          className="stack"
          method="dialog"
          noValidate
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            if (isCurrent) void press(found).catch(() => {})
          }}
        >
          {found.problem ? (
            <p className="field-error">{found.problem}</p>
          ) : (
            <>
              <p>{backWords(found.back)}</p>
              <PaymentFields
                ways={waysOf({ credits: found.creditBalance, mayGive: false })}
                {...{ choice, problems }}
                onChange={setChoice}
                usuallyKept={found.usuallyKept}
                latestKept={found.latestKept}
              />
              <LogReason value={reason} problem={problems.reason} onChange={setReason} />
              <div role="status">
                <SearchFailed search={preview} />
                {isCurrent && (
                  <p className="desk-sum figures">
                    New place: {sumWords(found.price, () => paidWords(found.price.totalPence, choice))}
                  </p>
                )}
              </div>
              <p>
                <Button type="submit" isBusy={book.isPending}>
                  Book it · {sumWords(found.price, () => pounds(found.price.totalPence))}
                </Button>
              </p>
            </>
          )}
        </form>
      )}
    </WithAnswer>
  )
}

/** Returns “The old place is cancelled by its policy: £8.50 goes back the way it came, £4.25 is kept.” */
const backWords = ({
  refundedPence,
  keptPence,
  credits,
}: {
  refundedPence: number
  keptPence: number
  credits: number
}) =>
  `The old place is cancelled by its policy: ${
    [
      refundedPence > 0 && `${pounds(refundedPence)} goes back the way it came`,
      credits > 0 && `${creditText(credits)} back`,
      keptPence > 0 && `${pounds(keptPence)} is kept`,
    ]
      .filter(Boolean)
      .join(', ') || 'nothing goes back'
  }.`

const sumWords = (
  { totalPence, creditsUsed }: { totalPence: number; creditsUsed: number },
  money: () => string,
) =>
  [creditsUsed > 0 && creditText(creditsUsed), (totalPence > 0 || creditsUsed === 0) && money()]
    .filter(Boolean)
    .join(' and ')
