import { sentences } from '#domain/sentences.ts'
import { tidyLine } from '#domain/written-text.ts'
import { Field } from '#web/ui/field.tsx'
import type { Check } from '#web/ui/form.tsx'

/** Something is given; whether it is an address is the server's to judge. */
export const emailGiven = (email: string): Check => ({
  field: 'email',
  holds: tidyLine(email) !== '',
  sentence: sentences.emailRequired,
  note: 'Please fill in your email address',
})

/** What is typed at log-in goes along to choosing a new password, and back: the address, for nothing else is kept. */
export const signInDraft = 'sign-in'

/** The e-mail address that an account is known by. */
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
