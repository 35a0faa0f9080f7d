import { dialledNumber, isPhoneNumber } from '../email-address.ts'
import { tidyPhone } from '../tidy-text.ts'
import { peopleSentences } from './people-sentences.ts'

/** A national number: 0, an area or mobile code, and as many digits as British numbers have. */
const british = /^0(7\d{9}|[1-3589]\d{8,9})$/
/** An international number after its + or 00: a country's code, and 15 digits at most in all. */
const international = /^(?!44)[1-9]\d{7,14}$/

/**
 * Whether a text is a telephone number that somebody can dial: a British one, or one with a country's code. Two may
 * be written with a slash between them. The rule of the office's forms (decision O-162); parents' forms have
 * `isPhoneNumber`.
 */
export const isPlausiblePhone = (text: string): boolean => text.split('/').every(isOne)

function isOne(text: string): boolean {
  if (!isPhoneNumber(text)) return false
  const abroad = /^(?:\+|00)(.*)$/.exec(text.replace(/\(0\)/, '').replace(/[^\d+]/g, ''))?.[1]
  return british.test(dialledNumber(text)) || (abroad !== undefined && international.test(abroad))
}

/** Says what is wrong with a number that staff typed; '' if nothing is. The one already stored may stay. */
export const phoneProblem = (given: string, stored = ''): string =>
  given === '' || tidyPhone(given) === tidyPhone(stored) || isPlausiblePhone(given)
    ? ''
    : peopleSentences.phoneWhole

/** Returns the form in which two numbers are the same however they are written; other texts as they are. */
export const comparablePhone = (text: string): string => (isPhoneNumber(text) ? dialledNumber(text) : text)
