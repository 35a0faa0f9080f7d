import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

/** Shows that something could not be shown, with a retry. */
export function ErrorPanel({ onRetry, title }: { onRetry?: () => void; title?: string }) {
  return (
    <EmptyState
      title={title ?? 'That did not load'}
      action={onRetry && <Button onClick={onRetry}>Try again</Button>}
    >
      It is us or the line, not you. Nothing that you entered or booked has been lost.
    </EmptyState>
  )
}
