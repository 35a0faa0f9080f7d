const fewAreLeft = 5

export const isShort = (stock: number): boolean => stock <= fewAreLeft

/** How many of a product there are to be had (spec 1 §2). */
export function stockWords(stock: number): string {
  if (stock === 0) return 'Out of stock'
  return isShort(stock) ? `Only ${stock} left` : `${stock} in stock`
}
