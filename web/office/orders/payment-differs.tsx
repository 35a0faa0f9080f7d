import './payment-differs.css'
import type { OfficeOrder } from '#contract/office/orders.ts'
import { whoIsTold } from '#domain/office/order-sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { showProblem, showSuccess } from '#web/ui/messages.tsx'
import { pounds } from '#web/ui/money.tsx'
import { useMay } from '../office-session.ts'
import { useQuestion } from '../ui/question.tsx'
import { Section } from '../ui/section.tsx'
import { showToRing } from '../ui/show-to-ring.ts'
import { useAskAgain, useGiveBackMismatch } from './order-queries.ts'
import { ringOnOf } from './ring-on.ts'

type Differs = NonNullable<OfficeOrder['payments'][number]['differs']>

/** Shows what arrived for a payment that does not match its order, and offers what can be done. */
export function PaymentDiffers({ found }: { found: OfficeOrder }) {
  const { order, payments, places } = found
  const ringOn = ringOnOf(found)
  const [ask, question] = useQuestion()
  const askAgain = useAskAgain()
  const giveBack = useGiveBackMismatch()
  const mayDecide = useMay('payment.mismatch')
  const payment = payments.find(({ state }) => state === 'mismatched')
  if (!payment) return null
  const { differs, pence: askedPence } = payment
  const { number } = order
  const again = async () => {
    const { outcome, differs: now } = await askAgain.mutateAsync({ number })
    if (outcome === 'differs' && now) {
      return showProblem(`It still differs: ${sumOf(now)} came in, ${pounds(askedPence)} was asked for`)
    }
    showSuccess(
      outcome === 'goesBack' ? 'The money goes back: the order had ended' : 'The payment is settled',
    )
    if (ringOn) showToRing(number)
  }
  const give = async (came: Differs) => {
    const isUnpaid = !payments.some(({ state }) => state === 'succeeded')
    const answer = await ask({
      title: isUnpaid ? 'Give the money back and end the order?' : 'Give the money back?',
      facts: [
        ['Came in, goes back to the card', sumOf(came)],
        ...(isUnpaid && places.length > 0
          ? ([['Places that are free at once', places.length]] as const)
          : []),
      ],
      children: (
        <p>
          {ringOn ? whoIsTold(ringOn) : 'The family is told the amount, not the reason'}. This cannot be
          undone.
        </p>
      ),
      verb: isUnpaid ? 'Give back and end' : 'Give back',
      wantsReason: true,
    })
    if (!answer) return
    await giveBack.mutateAsync({ number, receivedPence: came.pence, reason: answer.reason })
    showSuccess(`${sumOf(came)} goes back to the card`)
    if (ringOn) showToRing(number)
  }
  return (
    <Section title="This payment differs">
      <p>
        What came in is not what we asked for. Until somebody decides, nothing is confirmed and what was
        ordered stays held.
      </p>
      {differs && (
        <table className="payment-differs">
          <thead>
            <tr>
              <td />
              <th scope="col">Asked for</th>
              <th scope="col">Came in</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Amount</th>
              <td>{pounds(askedPence)}</td>
              <td>{sumOf(differs)}</td>
            </tr>
            {differs.orderNumber !== number && (
              <tr>
                <th scope="row">Order</th>
                <td>{number}</td>
                <td>{differs.orderNumber || 'none'}</td>
              </tr>
            )}
            {!differs.isOurMode && (
              <tr>
                <th scope="row">Kind of payment</th>
                <td colSpan={2}>A test payment where real ones are taken, or the other way round</td>
              </tr>
            )}
          </tbody>
        </table>
      )}
      {mayDecide ? (
        <div className="row gap-s">
          <Button look="secondary" isBusy={askAgain.isPending} onClick={() => void again().catch(() => {})}>
            Ask again
          </Button>
          {differs && (
            <Button
              look="secondary"
              isBusy={giveBack.isPending}
              onClick={() => void give(differs).catch(() => {})}
            >
              Give the money back
            </Button>
          )}
        </div>
      ) : (
        <p className="quiet">A manager decides about it.</p>
      )}
      {question}
    </Section>
  )
}

/** Names a currency other than pounds. */
const sumOf = ({ pence, currency }: Differs) =>
  currency === 'gbp' ? pounds(pence) : `${(pence / 100).toFixed(2)} ${currency.toUpperCase()}`
