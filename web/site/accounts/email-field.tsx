import { sentences } from '#domain/sentences.ts'
import { tidyLine } from '#domain/tidy-text.ts'
import { Field } from '#web/ui/forms/field.tsx'
import type { Check } from '#web/ui/forms/form.tsx'

/** Checks that something is typed. Only the server decides whether it is a valid address. */
export const emailGiven = (email: string): Check => ({
  field: 'email',
  holds: tidyLine(email) !== '',
  sentence: sentences.emailRequired,
  note: 'Please fill in your email address',
})

/** The name of the draft that shares the typed address between log-in and password reset. It keeps nothing else. */
export const signInDraft = 'sign-in'

/** A field for the account's email address. */
export function EmailField({ isStarred = true }: { isStarred?: boolean }) {
  return (
    <Field
      label="Email"
      name="email"
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck="false"
      isStarred={isStarred}
    />
  )
}
