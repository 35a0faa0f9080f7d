import { randomBytes } from 'node:crypto'

// Crockford's alphabet: no I, L, O or U, so a number can be read out over the telephone.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** `261123-` and sixteen characters, 80 random bits: nobody guesses another's order (decision E-37). */
export function makeOrderNumber(today: string): string {
  const random = [...randomBytes(16)].map(byte => alphabet[byte % 32]).join('')
  return `${today.slice(2).replaceAll('-', '')}-${random}`
}
