import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { fillInForm } from '#web/ui/form.tsx'
import type { Account, Contact } from './child-form-values.ts'

const fields = [
  { name: 'firstName', label: 'First name', autoComplete: 'given-name' },
  { name: 'lastName', label: 'Last name', autoComplete: 'family-name' },
  { name: 'mobile', label: 'Mobile', autoComplete: 'tel', type: 'tel', inputMode: 'tel' },
  {
    name: 'email',
    label: 'Email',
    autoComplete: 'email',
    type: 'email',
    inputMode: 'email',
    autoCapitalize: 'none',
    spellCheck: false,
  },
  { name: 'relationship', label: 'Relationship to the child', autoComplete: 'off' },
] as const

interface ContactFieldsProps {
  number: 1 | 2
  /** Offers to put the parent's own details in. */
  account?: Account
}

export function ContactFields({ number, account }: ContactFieldsProps) {
  const section = `section-contact-${number === 1 ? 'one' : 'two'}`
  const name = (field: keyof Contact) => `contact${number}.${field}`
  const putOwnDetailsIn = (form: HTMLFormElement | null) => {
    if (!account || !form) return
    const { firstName, lastName, mobile, email } = account
    fillInForm(form, {
      [name('firstName')]: firstName,
      [name('lastName')]: lastName,
      [name('mobile')]: mobile,
      [name('email')]: email,
    })
    const relationship = form.elements.namedItem(name('relationship'))
    if (relationship instanceof HTMLElement) relationship.focus()
  }
  return (
    <>
      {account && (
        <Button
          look="secondary"
          size="small"
          className="that-is-me"
          onClick={event => putOwnDetailsIn(event.currentTarget.form)}
        >
          That is me, {account.firstName}
        </Button>
      )}
      <div className="columns">
        {fields.map(({ name: field, ...given }) => (
          <Field
            key={field}
            {...given}
            name={name(field)}
            autoComplete={given.autoComplete === 'off' ? 'off' : `${section} ${given.autoComplete}`}
            isStarred
          />
        ))}
      </div>
    </>
  )
}
