import { dialledNumber } from './email-address.ts'

const letters: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ı: 'i', ς: 'σ', ß: 'ss', æ: 'ae', œ: 'oe' }

/**
 * Folds text as the people search does. The function `search_words` in compare-text.sql has the same rules.
 */
const searchWords = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[øłđıςßæœ]/g, letter => letters[letter] ?? letter)
    .replace(/[-\u2010-\u2015\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .replace(/[\u2018\u2019\u02bc\u00b4\u2032\uff07]|[^a-z0-9@._+\s\u00a1-\uffff]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()

/**
 * Folds a name so that case, accents, apostrophes and hyphens do not count. A name without a letter or digit
 * is compared unchanged.
 */
export const nameKey = (name: string): string => searchWords(name) || name.trim().toLowerCase()

/**
 * Returns the key under which the office lists a guest: the email address, or the number if there is no
 * address.
 */
export const contactKey = ({ email, phone }: { email: string; phone: string }): string =>
  email.toLowerCase() || dialledNumber(phone) || phone.toLowerCase()

const minDialledDigits = 7

/** Returns the form in which email addresses are compared, or null if none was given. */
export const emailKey = (email: string): string | null => email.toLowerCase() || null

/** Returns the form in which phone numbers are compared, or null if the number cannot be dialled. */
export function phoneKey(phone: string): string | null {
  const dialled = dialledNumber(phone)
  return dialled.length >= minDialledDigits ? dialled : null
}

interface Contact {
  email: string
  phone: string
}

/** Whether two contacts are the same person: they share the address or the number. */
export const isSameContact = (one: Contact, other: Contact): boolean =>
  isSameKey(emailKey(one.email), emailKey(other.email)) ||
  isSameKey(phoneKey(one.phone), phoneKey(other.phone))

const isSameKey = (one: string | null, other: string | null) => one !== null && one === other

// Created once: sorting three thousand rows compares thirty thousand times.
const british = new Intl.Collator('en-GB', { numeric: true })

/** Compares names as the database sorts them: Ångström before Bell. */
export const compareNames = (one: string, other: string): number => british.compare(one, other)
