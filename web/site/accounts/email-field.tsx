import { Field } from '#web/ui/field.tsx'

/** The e-mail address that an account is known by. */
export function EmailField({
  defaultValue,
  isStarred = true,
}: {
  defaultValue?: string
  isStarred?: boolean
}) {
  return (
    <Field
      label="Email"
      name="email"
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      defaultValue={defaultValue}
      isStarred={isStarred}
    />
  )
}
