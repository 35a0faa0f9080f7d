import type { ProductOrder } from './order-queries.ts'

const statuses = {
  pending: 'To be paid',
  paid: 'To be signed in',
  completed: 'completed',
  cancelled: 'Cancelled',
}

/** The state of a product order in the documents' words (spec 2 §4). */
export const orderStatusWord = (status: ProductOrder['status']): string => statuses[status]
