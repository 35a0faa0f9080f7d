import { Refusal } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'

/** Instead of a booking form: the server said no, did not answer, or has no session to offer (spec 1 §8). */
export function NothingToBook({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (!error) {
    return (
      <EmptyState title={sentences.comingSoon}>
        New dates are on their way. Please look again soon.
      </EmptyState>
    )
  }
  if (error instanceof Refusal) return <EmptyState title={error.message} />
  return <ErrorPanel onRetry={onRetry} />
}
