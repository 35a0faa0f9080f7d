import { readPounds } from '#domain/office/read-pounds.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import type { Check, Text } from '#web/ui/form.tsx'

/** What of a date's fields can be told before anything is sent: an amount that is not read is never taken for nothing. */
export const isAmount = (text: Text, field: string): Check => ({
  field,
  holds: readPounds(text(field)) !== undefined,
  sentence: officeSentences.priceLike,
})

export const isWhole = (text: Text, field: string): Check => ({
  field,
  holds: /^\d{1,7}$/.test(text(field).trim()),
  sentence: officeSentences.wholeNumber,
})
