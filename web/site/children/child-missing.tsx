import * as addresses from '#contract/addresses.ts'
import { Refusal } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'

/** A child that could not be shown: none of this account's, or not just now. */
export function ChildMissing({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (error && !(error instanceof Refusal)) return <ErrorPanel onRetry={onRetry} />
  return (
    <EmptyState
      title={sentences.childNotFound}
      level={1}
      action={<LinkButton to={addresses.details()}>Back to my account</LinkButton>}
    >
      It may have been opened from an old link.
    </EmptyState>
  )
}
