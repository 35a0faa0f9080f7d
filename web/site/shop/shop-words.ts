import type { ProductOrder } from './order-queries.ts'

const fewAreLeft = 5

export const isShort = (stock: number): boolean => stock <= fewAreLeft

/** How many of a product there are to be had (spec 1 §2). */
export function stockWords(stock: number): string {
  if (stock === 0) return 'Out of stock'
  return isShort(stock) ? `Only ${stock} left` : `${stock} in stock`
}

const statuses = {
  pending: 'To be paid',
  paid: 'To be signed in',
  completed: 'completed',
  cancelled: 'Cancelled',
}

/** The state of a product order in the documents' words (spec 2 §4). */
export const orderStatusWord = (status: ProductOrder['status']): string => statuses[status]
