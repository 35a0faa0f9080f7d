const fewAreLeft = 5

export const isShort = (stock: number): boolean => stock <= fewAreLeft

/** Describes how many pieces of a product can be sold (spec 1 §2). */
export function stockWords(stock: number): string {
  if (stock === 0) return 'Out of stock'
  return isShort(stock) ? `Only ${stock} left` : `${stock} in stock`
}
