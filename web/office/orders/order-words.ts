import type { OrderLine } from '#contract/office/families.ts'
import type { OrderFilters } from './order-queries.ts'

/** The state of an order as a word with its shape. */
export const orderStates = {
  unpaid: ['open', 'Payment outstanding'],
  paid: ['good', 'Paid'],
  partlyRefunded: ['part', 'Partly refunded'],
  refunded: ['off', 'Refunded'],
  sent: ['good', 'Sent'],
  completed: ['good', 'Completed'],
  cancelled: ['off', 'Cancelled'],
  differs: ['look', 'Payment differs'],
} as const satisfies Record<OrderLine['state'], readonly [string, string]>

export const kindWords = {
  class: 'Class',
  event: 'Event',
  parentSession: 'Parents’ session',
  product: 'Products',
  pack: 'Pack',
} as const satisfies Record<OrderLine['kind'], string>

/** The matters of an order that wait for a person. */
export const needsWords = {
  refundFailed: 'Refund failed',
  refundWaiting: 'Refund waits',
  disputed: 'Payment disputed',
  asked: 'Refund asked for',
} as const satisfies Record<NonNullable<OrderFilters['needs']>, string>

export const methodWords = {
  card: 'Card',
  desk: 'Paid to us',
  credits: 'Credits',
  free: 'Free',
  none: 'None yet',
} as const satisfies Record<OrderLine['method'], string>

/** A table's words as what one chooses from; the first means all. */
export const optionsOf = (words: Record<string, string | readonly [string, string]>) => [
  { value: '', label: 'All' },
  ...Object.entries(words).map(([value, word]) => ({
    value,
    label: typeof word === 'string' ? word : word[1],
  })),
]
