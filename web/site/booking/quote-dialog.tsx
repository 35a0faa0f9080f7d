import './booking-dialogs.css'
import type { ReactNode } from 'react'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { Refusal } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { Preview } from './booking-choice.ts'
import { OfferingSummary } from './offering-summary.tsx'
import { useOwnChildren, type useQuote } from './queries.ts'

interface QuoteDialogProps {
  title: string
  kind: OfferingKind
  preview: ReturnType<typeof useQuote>
  onClose: () => void
  /** What is booked, below its summary. */
  what: (quote: Preview) => ReactNode
  /** For whom, and for how much. */
  who: (quote: Preview) => ReactNode
  foot: (quote: Preview) => ReactNode
}

/** The dialog over a preview (spec 1 §8): in its shape until there is one, or why there is nothing to book. */
export function QuoteDialog({ title, kind, preview, onClose, what, who, foot }: QuoteDialogProps) {
  const { quote, error, retry } = preview
  // Asked for beside the first preview, not after it.
  useOwnChildren(kind)
  const isKnown = quote !== undefined || error !== null
  const bookable = quote && quote.sessions.length > 0 ? quote : undefined
  return (
    <Dialog
      title={title}
      size="wide"
      onClose={onClose}
      footer={bookable ? foot(bookable) : !isKnown && <Skeleton className="foot-skeleton" />}
    >
      {bookable && (
        <div className="booking-form">
          <div className="booking-what">
            <OfferingSummary offering={bookable.offering} />
            {what(bookable)}
          </div>
          <div className="booking-who">{who(bookable)}</div>
        </div>
      )}
      {isKnown && !bookable && <NothingToBook error={error} onRetry={retry} />}
      {!isKnown && <BookingSkeleton />}
    </Dialog>
  )
}

/** The server said no, did not answer, or has no session to offer. */
function NothingToBook({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
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

function BookingSkeleton() {
  return (
    <Loading>
      <Skeleton shape="card" />
      <Skeleton className="above-l" />
      <div className="session-chips">
        {[1, 2, 3, 4, 5, 6].map(chip => (
          <Skeleton key={chip} shape="row" />
        ))}
      </div>
      <Skeleton shape="row" className="above-l" />
      <Skeleton shape="card" className="above-l" />
    </Loading>
  )
}
