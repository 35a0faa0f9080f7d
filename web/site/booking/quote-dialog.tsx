import './quote-dialog.css'
import type { ReactNode } from 'react'
import * as addresses from '#contract/addresses.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { isRefused } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { ClickedSession } from '#web/site/offerings/session-card.tsx'
import { WhoIsTaken } from '#web/site/offerings/who-is-taken.tsx'
import { useToday } from '#web/today.tsx'
import { spokenWhen } from '#web/ui/british-dates.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Dialog } from '#web/ui/forms/dialog.tsx'
import { FormFailure } from '#web/ui/forms/form.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { Preview } from './booking-choice.ts'
import { OfferingSummary } from './offering-summary.tsx'
import { useIsFamilyLoading, type useQuote } from './queries.ts'

interface QuoteDialogProps {
  title: string
  kind: OfferingKind
  session: ClickedSession
  preview: ReturnType<typeof useQuote>
  onClose: () => void
  /** The attendees, directly below the summary, because a phone shows little of a long list of dates. */
  who: (quote: Preview) => ReactNode
  when: (quote: Preview) => ReactNode
  price?: (quote: Preview) => ReactNode
  foot: (quote: Preview) => ReactNode
  /** Whether something can be booked; if not, the dialog's foot says so. */
  canChoose: (quote: Preview) => boolean
}

/** A dialog around a preview (spec 1 §8): shows its shape while loading, or why there is nothing to book. */
export function QuoteDialog(given: QuoteDialogProps) {
  const { title, kind, session, preview, onClose, who, when, price, foot, canChoose } = given
  const { quote, error, retry } = preview
  const isFamilyLoading = useIsFamilyLoading(kind, session)
  const isKnown = !isFamilyLoading && (quote !== undefined || error !== null)
  const bookable = isKnown && quote && quote.sessions.length > 0 ? quote : undefined
  return (
    <Dialog
      title={title}
      size="wide"
      onClose={onClose}
      footer={
        bookable ? (
          canChoose(bookable) ? (
            foot(bookable)
          ) : (
            <>
              <NothingToChoose kind={kind} onClose={onClose} />
              <FormFailure act="book" />
            </>
          )
        ) : (
          !isKnown && <Skeleton shape="button" />
        )
      }
    >
      {bookable && (
        <div className="booking-form">
          <div>
            <OfferingSummary offering={bookable.offering} />
            <WhoIsTaken offeringId={session.offeringId} />
            {session.isBookable === false && canChoose(bookable) && <OverHint session={session} />}
          </div>
          <div className="booking-who">{who(bookable)}</div>
          <div className="booking-when">{when(bookable)}</div>
          {price && <div className="booking-price">{price(bookable)}</div>}
        </div>
      )}
      {isKnown && !bookable && <NothingToBook error={error} onRetry={retry} />}
      {!isKnown && <BookingSkeleton />}
    </Dialog>
  )
}

/** Explains that none of the dates can be chosen; each shows its reason. */
function NothingToChoose({ kind, onClose }: { kind: OfferingKind; onClose: () => void }) {
  return (
    <>
      <p className="total">None of these dates can be booked.</p>
      <LinkButton look="secondary" to={addresses.ofKind[kind].timetable()} replace onClick={onClose}>
        See what is still to come
      </LinkButton>
    </>
  )
}

/** Explains that the pressed session cannot be booked. */
const OverHint = ({ session }: { session: ClickedSession }) => (
  <p className="hint-box">
    {spokenWhen({ ...session, startDate: session.date }, useToday())}: {sentences.past}. Please choose another
    date.
  </p>
)

/** Explains that the server refused, did not answer, or has no session to offer. */
function NothingToBook({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (!error) {
    return (
      <EmptyState title={sentences.comingSoon}>
        New dates are on their way. Please look again soon.
      </EmptyState>
    )
  }
  if (isRefused(error)) return <EmptyState title={error.message} />
  return <ErrorPanel onRetry={onRetry} />
}

function BookingSkeleton() {
  return (
    <Loading>
      <Skeleton shape="card" />
      <Skeleton shape="row" className="above-l" />
      <Skeleton className="above-l" />
      <div className="session-chips">
        {[1, 2, 3, 4, 5, 6].map(chip => (
          <Skeleton key={chip} shape="row" />
        ))}
      </div>
      <Skeleton shape="card" className="above-l" />
    </Loading>
  )
}
