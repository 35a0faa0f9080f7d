import './status-badge.css'
import type { BookingOrder } from './order-queries.ts'
import { statusWord } from './order-words.ts'

/** A badge with the state of an order. `word` replaces the word for a booking. */
export function StatusBadge({ status, word }: { status: BookingOrder['status']; word?: string }) {
  return (
    <span className="status-badge" data-status={status}>
      {word ?? statusWord(status)}
    </span>
  )
}
