import { readPounds } from '#domain/office/read-pounds.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import type { Check, Text } from '#web/ui/forms/form.tsx'

/** Checks a date's amount before sending, so that unreadable text never counts as zero. */
export const isAmount = (text: Text, field: string): Check => ({
  field,
  holds: readPounds(text(field)) !== undefined,
  sentence: officeSentences.priceLike,
})

const areWhole = (field: string, typed: string[]): Check => ({
  field,
  holds: typed.every(one => /^\d{1,7}$/.test(one.trim())),
  sentence: officeSentences.wholeNumber,
})

export const isWhole = (text: Text, field: string): Check => areWhole(field, [text(field)])

/** Reads credits; empty means 0, so that credits cannot pay. */
export const readCredits = (text: Text): number => Number(text('credits'))

export const areCredits = (text: Text): Check =>
  text('credits').trim() === '' ? { ...isWhole(text, 'credits'), holds: true } : isWhole(text, 'credits')

/** Returns the price of a place as the form stands, once it can be read. */
export function pricesIn(text: Text): { pricePence: number; credits: number }[] {
  const pricePence = readPounds(text('price'))
  return pricePence === undefined ? [] : [{ pricePence, credits: readCredits(text) }]
}

export const emptyCredits = 'Empty: cannot be paid with credits'

/** Checks the places of weekly times, which are no form fields. */
export const arePlacesWhole = (lines: { capacity: string }[]): Check =>
  areWhole(
    'slots',
    lines.map(({ capacity }) => capacity),
  )
