import { isPhoneNumber } from '#domain/email-address.ts'
import { sentences } from '#domain/sentences.ts'
import { tidyPhone } from '#domain/tidy-text.ts'
import type { Check, Text } from '#web/ui/forms/form.tsx'

/** Checks that the field `mobile` has a number that can be dialled. */
export const phoneValid = (text: Text): Check => ({
  field: 'mobile',
  holds: isPhoneNumber(tidyPhone(text('mobile'))),
  sentence: sentences.phoneInvalid,
  note: sentences.phoneInvalid,
})
