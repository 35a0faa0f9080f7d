import './status-badge.css'
import type { BookingOrder } from './order-queries.ts'
import { statusWord } from './order-words.ts'

/** The state of an order; `word` replaces a booking's word. */
export function StatusBadge({ status, word }: { status: BookingOrder['status']; word?: string }) {
  return (
    <span className="status-badge" data-status={status}>
      {word ?? statusWord(status)}
    </span>
  )
}
