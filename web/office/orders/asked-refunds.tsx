import { useState } from 'react'
import type { OfficeOrder } from '#contract/office/orders.ts'
import { useToday } from '#web/today.tsx'
import { Button } from '#web/ui/button.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { pounds } from '#web/ui/money.tsx'
import { useMay } from '../office-session.ts'
import { spokenInstant } from '../ui/moments.ts'
import { useQuestion } from '../ui/question.tsx'
import { Section } from '../ui/section.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { useDeclineRefund } from './order-queries.ts'
import { RefundOrder } from './refund-order.tsx'

const states = {
  open: ['look', 'Waits for a decision'],
  accepted: ['good', 'Accepted'],
  declined: ['off', 'Declined'],
} as const

/**
 * Lists the refunds that the front desk asked for. Somebody with the permission accepts one, with
 * new sums, or declines it.
 */
export function AskedRefunds({ found }: { found: OfficeOrder }) {
  const today = useToday()
  const [opened, setOpened] = useState<OfficeOrder['asked'][number]>()
  const [ask, question] = useQuestion()
  const decline = useDeclineRefund()
  const mayRefund = useMay('order.refund')
  if (found.asked.length === 0) return null
  const declineIt = async ({ id, pence }: OfficeOrder['asked'][number]) => {
    const answer = await ask({
      title: `Decline to refund ${pounds(pence)}?`,
      children: <p>Nothing is refunded, and the family is told nothing.</p>,
      verb: 'Decline',
      wantsReason: true,
    })
    if (!answer) return
    await decline.mutateAsync({ askedId: id, reason: answer.reason })
    showSuccess('Declined')
  }
  return (
    <Section title="Refunds that were asked for">
      <ul className="plain-lines">
        {found.asked.map(asked => (
          <li key={asked.id} className="order-line">
            <span>
              <StateWord is={states[asked.state][0]}>{states[asked.state][1]}</StateWord> {asked.reason}{' '}
              <span className="quiet">
                {asked.by}, {spokenInstant(asked.askedAt, today)}
                {asked.decidedBy && `; decided by ${asked.decidedBy}`}
              </span>
              {asked.state === 'open' && mayRefund && (
                <span className="row gap-s">
                  <Button size="small" look="secondary" onClick={() => setOpened(asked)}>
                    Accept
                  </Button>
                  <Button
                    size="small"
                    look="secondary"
                    isBusy={decline.isPending}
                    onClick={() => void declineIt(asked).catch(() => {})}
                  >
                    Decline
                  </Button>
                </span>
              )}
            </span>
            <span className="figures">{pounds(asked.pence)}</span>
          </li>
        ))}
      </ul>
      {question}
      {opened && <RefundOrder found={found} asked={opened} onClose={() => setOpened(undefined)} />}
    </Section>
  )
}
