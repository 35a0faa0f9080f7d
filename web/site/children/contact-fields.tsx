import type { contract } from '#contract/contract.ts'
import type { CallOutput } from '#contract/wire.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { fillInForm } from '#web/ui/form.tsx'
import type { Contact } from './child-form-values.ts'

interface ContactFieldsProps {
  number: 1 | 2
  contact: Contact | undefined
  /** Offers to put the parent's own details in. */
  account?: CallOutput<typeof contract.accounts.profile>
}

export function ContactFields({ number, contact, account }: ContactFieldsProps) {
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
        <Field
          label="First name"
          name={name('firstName')}
          autoComplete={`${section} given-name`}
          defaultValue={contact?.firstName}
          isStarred
        />
        <Field
          label="Last name"
          name={name('lastName')}
          autoComplete={`${section} family-name`}
          defaultValue={contact?.lastName}
          isStarred
        />
        <Field
          label="Mobile"
          name={name('mobile')}
          type="tel"
          inputMode="tel"
          autoComplete={`${section} tel`}
          defaultValue={contact?.mobile}
          isStarred
        />
        <Field
          label="Email"
          name={name('email')}
          type="email"
          inputMode="email"
          autoComplete={`${section} email`}
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={contact?.email}
          isStarred
        />
        <Field
          label="Relationship to the child"
          name={name('relationship')}
          autoComplete="off"
          defaultValue={contact?.relationship}
          isStarred
        />
      </div>
    </>
  )
}
