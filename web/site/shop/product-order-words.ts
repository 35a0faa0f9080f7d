import type { ProductOrder } from './order-queries.ts'

const statuses = {
  pending: 'To be paid',
  paid: 'To be signed in',
  completed: 'completed',
  cancelled: 'Cancelled',
}

/** Returns the documented word for the state of a product order (spec 2 §4). */
export const orderStatusWord = (status: ProductOrder['status']): string => statuses[status]
