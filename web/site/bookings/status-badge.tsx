import type { BookingOrder } from './order-queries.ts'
import { statusWord } from './order-words.ts'

const looks = {
  pending: 'bg-sun-soft text-ink',
  paid: 'bg-good-soft text-good',
  completed: 'bg-good-soft text-good',
  cancelled: 'bg-deep-soft text-quiet',
}

export function StatusBadge({ status }: { status: BookingOrder['status'] }) {
  return (
    <span className={`inline-block rounded-full px-3 py-1 text-sm font-bold ${looks[status]}`}>
      {statusWord(status)}
    </span>
  )
}
