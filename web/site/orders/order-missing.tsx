import * as addresses from '#contract/addresses.ts'
import { Refusal } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'

/** An order that could not be shown: none of this account's, or not just now. */
export function OrderMissing({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (error && !(error instanceof Refusal)) return <ErrorPanel onRetry={onRetry} />
  return (
    <EmptyState
      title={sentences.orderNotFound}
      level={1}
      action={<LinkButton to={addresses.bookings()}>My Bookings</LinkButton>}
    >
      Your other orders are all in My Bookings.
    </EmptyState>
  )
}
