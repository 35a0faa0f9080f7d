import { isTitle } from '../is-title.ts'

/** A person's two names. */
export interface Names {
  firstName: string
  /** '' if there is none; it is never invented. */
  lastName: string
}

/** The particles that a surname may begin with. */
const particles = new Set(
  'da das de del della den der di do dos du el la le lo mac mc o st ten ter van vom von zu'.split(' '),
)

/**
 * Splits a whole name into first name and surname: the last word with its particles, or the words before a
 * comma. A title is dropped.
 */
export function splitName(whole: string): Names {
  const [beforeComma = '', ...behind] = whole
    .replace(/\s+/g, ' ')
    .replaceAll(' - ', '-')
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
  if (behind.length > 0) return { firstName: untitled(behind.join(' ')).join(' '), lastName: beforeComma }
  const words = untitled(beforeComma)
  let at = words.length - 1
  while (at > 1 && particles.has(plain(words[at - 1] ?? ''))) at -= 1
  if (at < 1) return { firstName: words.join(' '), lastName: '' }
  return { firstName: words.slice(0, at).join(' '), lastName: words.slice(at).join(' ') }
}

/** Whether a name is two words, so that splitting it needs no decision. */
export const isPlainName = (whole: string): boolean =>
  !whole.includes(',') && whole.trim().split(/\s+/).length === 2 && splitName(whole).lastName !== ''

const plain = (word: string) => word.toLowerCase().replace(/[.'’]$/, '')

function untitled(name: string): string[] {
  const words = name.split(/\s+/).filter(Boolean)
  return words.length > 1 && isTitle(words[0] ?? '') ? words.slice(1) : words
}
