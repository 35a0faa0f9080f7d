import { randomBytes } from 'node:crypto'

// Crockford's alphabet: no I, L, O or U, so a number can be read out over the telephone.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Returns `261123-` and sixteen characters of 80 random bits, so that nobody can guess another order's number (decision
 * E-37).
 */
export function makeOrderNumber(today: string): string {
  const random = [...randomBytes(16)].map(byte => alphabet[byte % 32]).join('')
  return `${today.slice(2).replaceAll('-', '')}-${random}`
}
