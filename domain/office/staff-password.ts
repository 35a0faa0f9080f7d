import { commonPasswords } from '../common-passwords.ts'
import { officeSentences } from './sentences.ts'

const minEffectiveLength = 8

/** Rows and columns of keyboards and keypads, letters and digits in order. */
const sequences = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyzabc',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1qaz2wsx3edc4rfv5tgb6yhn',
  '147258369',
  '!"£$%^&*()',
  '!@#$%^&*()',
].flatMap(row => [row, [...row].reverse().join('')])

const knownWords = [
  ...commonPasswords,
  ...'maypole office staff admin administrator welcome letmein secret login classes class school dance ballet'.split(
    ' ',
  ),
  ...'january february march april june july august september october november december'.split(' '),
  ...'monday tuesday wednesday thursday friday saturday sunday spring summer autumn winter'.split(' '),
].filter(word => word.length >= 4 && /[a-z]/.test(word))

const lookalikes: Record<string, string> = {
  '@': 'a',
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  $: 's',
  '7': 't',
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * Returns what is wrong with a new staff password: it needs 12 to 128 characters that are hard to guess (spec 3 §9).
 * `names` are those of the business and the person, which are guessed first.
 */
export function staffPasswordProblem(password: string, names: string[] = []): string | undefined {
  if (password.length < 12 || password.length > 128) return officeSentences.staffPasswordLength
  const text = plain(password)
  const withoutLookalikes = text.replace(/[@0134$57]/g, sign => lookalikes[sign] ?? sign)
  const isEasy = [text, withoutLookalikes].some(one => effectiveLength(one, names) < minEffectiveLength)
  return isEasy || commonPasswords.has(password.toLowerCase())
    ? officeSentences.staffPasswordCommon
    : undefined
}

/**
 * Counts the characters that are hard to guess: a name, a known word, a year or a sequence counts as two, and
 * repetitions as none.
 */
function effectiveLength(text: string, names: string[]): number {
  const words = names.flatMap(patternsOfName).concat(knownWords.map(escaped))
  // Longest first: “password1” before “password”.
  words.sort((one, other) => other.length - one.length)
  const found = words.filter(word => new RegExp(word).test(text))
  const withoutWords = found.reduce((rest, word) => rest.replace(new RegExp(word, 'g'), '\u0001\u0002'), text)
  const withoutRepeats = withoutWords.replace(/(?:19|20)\d\d/g, '\u0003\u0004').replace(/(.+?)\1+/g, '$1')
  return shortenSequences(withoutRepeats).length
}

/** Returns a pattern for the name as a whole and for each of its longer words. */
function patternsOfName(name: string): string[] {
  const words = plain(name).match(/[\p{L}\p{N}]+/gu) ?? []
  const whole = words.map(escaped).join('[^a-z0-9]*(?:and)?[^a-z0-9]*')
  return [
    ...(words.join('').length >= 3 ? [whole] : []),
    ...words.filter(word => word.length >= 4).map(escaped),
  ]
}

/** Shortens each run of three or more characters of a sequence to two. */
function shortenSequences(text: string): string {
  let short = ''
  for (let at = 0; at < text.length; ) {
    let length = 1
    while (at + length < text.length && sequences.some(row => row.includes(text.slice(at, at + length + 1))))
      length += 1
    short += text.slice(at, at + Math.min(length, 2))
    at += length
  }
  return short
}
