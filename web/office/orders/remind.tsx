import { longMoment } from '#domain/format-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { useRemind } from './order-queries.ts'

/** Reminds a family of an unpaid order with one press. `whyNot` says why that is impossible just now. */
export function Remind({
  number,
  whyNot = '',
  size = 'usual',
}: {
  number: string
  whyNot?: string
  size?: 'usual' | 'small'
}) {
  const remind = useRemind()
  const press = async () => {
    const { keptUntil } = await remind.mutateAsync({ number })
    showSuccess(`The reminder is on its way. Kept until ${longMoment(new Date(keptUntil))}`)
  }
  return (
    <Button
      look="secondary"
      size={size}
      disabled={whyNot !== ''}
      title={whyNot || undefined}
      aria-label={size === 'small' ? `Remind them of order ${number}` : undefined}
      isBusy={remind.isPending}
      onClick={() => void press().catch(() => {})}
    >
      Remind them
    </Button>
  )
}
