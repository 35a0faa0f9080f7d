import { Field } from '#web/ui/field.tsx'

/** The e-mail address that an account is known by. */
export function EmailField({ hint, defaultValue }: { hint?: string; defaultValue?: string }) {
  return (
    <Field
      label="Email"
      name="email"
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      hint={hint}
      defaultValue={defaultValue}
      isStarred
    />
  )
}
