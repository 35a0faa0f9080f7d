import type { ReactNode } from 'react'
import { showProblem, showSuccess } from '#web/ui/messages.tsx'
import { useQuestion } from '../ui/question.tsx'
import { useSendParcels } from './order-queries.ts'

/**
 * `const [markSent, question, isMarking] = useMarkSent()`: asks first, because customers get a mail
 * and it cannot be undone. Resolves to whether it was done.
 */
export function useMarkSent(
  isCollected = false,
): [markSent: (numbers: string[]) => Promise<boolean>, question: ReactNode, isMarking: boolean] {
  const { mutateAsync, isPending } = useSendParcels()
  const [ask, question] = useQuestion()
  const sent = isCollected ? 'handed over' : 'sent'
  const markSent = async (numbers: string[]) => {
    const count = numbers.length
    const [only] = numbers
    const answer = await ask({
      title: count === 1 ? `Mark order ${only} as ${sent}?` : `Mark ${count} orders as ${sent}?`,
      facts: [
        ['Orders', count],
        [`Customers told that their order ${isCollected ? 'was handed over' : 'is on its way'}`, count],
      ],
      children: 'This cannot be undone.',
      verb: `Mark as ${sent}`,
    })
    if (!answer) return false
    const done = await mutateAsync({ numbers }).catch(() => undefined)
    if (!done) return false
    if (done.sent > 0) {
      showSuccess(
        done.sent === 1 ? `1 order is marked as ${sent}` : `${done.sent} orders are marked as ${sent}`,
      )
    }
    for (const { number, sentence } of done.left) showProblem(`${number}: ${sentence}`)
    return true
  }
  return [markSent, question, isPending]
}
