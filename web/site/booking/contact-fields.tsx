import type { Attendees } from '#domain/offering-kinds.ts'
import { useIsSignedIn } from '#web/session.ts'
import { useProfile } from '#web/site/accounts/profile-query.ts'
import { Field } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Who comes to a parents' session: prefilled from the account, and changeable (decision C-29). */
export function ContactFields() {
  const isSignedIn = useIsSignedIn()
  const profile = useProfile()
  if (isSignedIn && profile.isPending) return <Skeleton shape="block" />
  const account = profile.data
  return (
    <fieldset className="stack">
      <legend className="sr-only">Who is coming?</legend>
      <Field
        label="Full Name"
        name="fullName"
        autoComplete="name"
        defaultValue={account && `${account.firstName} ${account.lastName}`}
      />
      <Field label="Mobile" name="phone" type="tel" autoComplete="tel" defaultValue={account?.mobile} />
      <Field label="Email" name="email" type="email" autoComplete="email" defaultValue={account?.email} />
    </fieldset>
  )
}

/** The contact that stands in a form. Not checked here (spec 2 §5): the server asks for what it needs. */
export function readContact(form: FormData): Attendees {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  return { who: 'contact', fullName: text('fullName'), phone: text('phone'), email: text('email') }
}
