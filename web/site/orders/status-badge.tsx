import type { BookingOrder } from './order-queries.ts'
import { statusWord } from './order-words.ts'

const looks = {
  pending: 'bg-sun-soft text-ink',
  paid: 'bg-good-soft text-good',
  completed: 'bg-good-soft text-good',
  cancelled: 'bg-deep-soft text-quiet',
}

/** The state of an order; `word` where it is not told in the words of a booking. */
export function StatusBadge({ status, word }: { status: BookingOrder['status']; word?: string }) {
  return (
    <span
      className={`inline-block whitespace-nowrap rounded-full px-3 py-1 text-sm font-bold ${looks[status]}`}
    >
      {word ?? statusWord(status)}
    </span>
  )
}
