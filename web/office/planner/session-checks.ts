import { readPounds } from '#domain/office/read-pounds.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import type { Check, Text } from '#web/ui/forms/form.tsx'

const isAmount = (typed: string) => readPounds(typed) !== undefined
const isWhole = (typed: string) => /^\d{1,7}$/.test(typed.trim())
const { priceLike, wholeNumber } = officeSentences

/** The amounts in the forms of dates: when each can be sent, and the sentence otherwise. Unreadable text is never 0. */
const amounts = {
  price: { isReadable: isAmount, sentence: priceLike },
  trialPrice: { isReadable: isAmount, sentence: priceLike },
  capacity: { isReadable: isWhole, sentence: wholeNumber },
  credits: { isReadable: (typed: string) => typed.trim() === '' || isWhole(typed), sentence: wholeNumber },
}

/** Checks these amounts of a form before it is sent. */
export const checkAmounts = (text: Text, fields: (keyof typeof amounts)[]): Check[] =>
  fields.map(field => {
    const { isReadable, sentence } = amounts[field]
    return { field, holds: isReadable(text(field)), sentence }
  })

/** Reads credits; empty means 0, so that credits cannot pay. */
export const readCredits = (text: Text): number => Number(text('credits'))

/** Returns the price of a place as the form stands, once it can be read. */
export function pricesIn(text: Text): { pricePence: number; credits: number }[] {
  const pricePence = readPounds(text('price'))
  return pricePence === undefined ? [] : [{ pricePence, credits: readCredits(text) }]
}

export const emptyCredits = 'Empty: cannot be paid with credits'

/** Checks the places of weekly times, which are no form fields. */
export const arePlacesWhole = (lines: { capacity: string }[]): Check => ({
  field: 'slots',
  holds: lines.every(({ capacity }) => isWhole(capacity)),
  sentence: wholeNumber,
})
