import { longDay, timeOfDay } from './format-dates.ts'
import type { CollectAt } from './product-orders.ts'

/** Names a class to collect at: “The Harbour Loft, Saturday 5 December, 10:00”. */
export const classToCollectAt = ({ venue, startDate, startTime }: CollectAt): string =>
  `${venue}, ${longDay(startDate)}, ${timeOfDay(startTime)}`

/** Tells a family where its products are handed over. */
export const collectInWords = (next: CollectAt | null | undefined): string =>
  next
    ? `Please collect it at your next class: ${classToCollectAt(next)}.`
    : 'You have no class booked at the moment. We hand it over at your next one, or ring us.'
