import type { OrderLine } from '#contract/office/families.ts'
import type { OrderFilters } from './order-queries.ts'

/** The state of an order as a word with its shape. */
export const orderStates = {
  unpaid: ['open', 'Payment outstanding'],
  expected: ['open', 'Payment expected'],
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

/** Describes why an order waits for a person. */
export const needsWords = {
  refundFailed: 'Refund to settle',
  refundWaiting: 'Refund waits',
  disputed: 'Payment disputed',
  asked: 'Refund asked for',
  expected: 'Payment expected',
  expectedLate: 'Payment late',
  toRing: 'Guest to ring',
} as const satisfies Record<NonNullable<OrderFilters['needs']>, string>

export const methodWords = {
  card: 'Card',
  desk: 'Paid to us',
  credits: 'Credits',
  free: 'Free',
  none: 'None yet',
} as const satisfies Record<OrderLine['method'], string>

/** Returns the options of a filter from a table of words; the first one means all. */
export const optionsOf = (words: Record<string, string | readonly [string, string]>) => [
  { value: '', label: 'All' },
  ...Object.entries(words).map(([value, word]) => ({
    value,
    label: typeof word === 'string' ? word : word[1],
  })),
]
