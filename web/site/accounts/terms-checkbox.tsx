import * as addresses from '#contract/addresses.ts'
import { Checkbox } from '#web/ui/forms/field.tsx'
import type { Check, Text } from '#web/ui/forms/form.tsx'

export const termsAgreed = (text: Text, sentence: string): Check => ({
  field: 'terms',
  holds: text('terms') !== '',
  sentence,
  note: 'Please tick this to go on',
})

/** The required consent to the terms, which open beside the form, so that typed text stays. */
export function TermsCheckbox() {
  return (
    <Checkbox
      name="terms"
      value="yes"
      label={
        <>
          I agree to the{' '}
          <a href={addresses.terms()} target="_blank" rel="noreferrer" className="text-link">
            Terms and Conditions
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </>
      }
    />
  )
}
