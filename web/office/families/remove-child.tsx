import { Button } from '#web/ui/button.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { useQuestion } from '../ui/question.tsx'
import { useRemoveChild } from './family-queries.ts'

interface RemoveChildProps {
  accountId: number
  child: { id: number; firstName: string }
}

/** Removes a child at the family's request, because families cannot do so themselves. */
export function RemoveChild({ accountId, child: { id, firstName } }: RemoveChildProps) {
  const remove = useRemoveChild()
  const [ask, question] = useQuestion()
  const press = async () => {
    const answer = await ask({
      title: `Remove ${firstName} from this family?`,
      children: (
        <p>
          Everything about {firstName} is erased, and past bookings keep no name. The family is told. This
          cannot be undone.
        </p>
      ),
      verb: `Remove ${firstName}`,
      wantsReason: true,
    })
    if (!answer) return
    await remove.mutateAsync({ id: accountId, childId: id, reason: answer.reason })
    showSuccess(`${firstName} was removed from this family`)
  }
  return (
    <div className="no-print">
      <Button
        look="secondary"
        size="small"
        isBusy={remove.isPending}
        onClick={() => void press().catch(() => {})}
      >
        Remove {firstName} from this family
      </Button>
      {question}
    </div>
  )
}
