import { readPounds } from '#domain/office/read-pounds.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import type { Check, Text } from '#web/ui/form.tsx'

/** What of a date's fields can be told before anything is sent: an amount that is not read is never taken for nothing. */
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

/** Nothing typed is 0: then credits cannot pay. */
export const readCredits = (text: Text): number => Number(text('credits'))

export const areCredits = (text: Text): Check =>
  text('credits').trim() === '' ? { ...isWhole(text, 'credits'), holds: true } : isWhole(text, 'credits')

/** What a place would cost as a form stands, once its price can be read. */
export function pricesIn(text: Text): { pricePence: number; credits: number }[] {
  const pricePence = readPounds(text('price'))
  return pricePence === undefined ? [] : [{ pricePence, credits: readCredits(text) }]
}

export const emptyCredits = 'Empty: cannot be paid with credits'

/** The places of weekly times, which are fields of no form. */
export const arePlacesWhole = (lines: { capacity: string }[]): Check =>
  areWhole(
    'slots',
    lines.map(({ capacity }) => capacity),
  )
