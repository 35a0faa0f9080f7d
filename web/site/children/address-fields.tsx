import { noSecondLine } from '#web/site/accounts/address-fields.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { fillInForm, readForm } from '#web/ui/forms/form.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import type { Account } from './child-form-values.ts'

/** The choice of an address and its lines, which stay visible for every choice (decision A-06). */
export function AddressFields({ account }: { account: Account }) {
  const { addressLine1, addressLine2 } = account
  const choose = (form: HTMLFormElement | null, source: string) => {
    if (!form) return
    if (source === 'guardian') {
      fillInForm(form, { addressLine1, addressLine2 })
      return
    }
    const text = readForm(form)
    const isTheirs = text('addressLine1') === addressLine1 && text('addressLine2') === addressLine2
    if (isTheirs) fillInForm(form, { addressLine1: '', addressLine2: '' })
  }
  return (
    <>
      <RadioGroup
        legend="Address"
        name="addressSource"
        isStarred
        options={[
          { value: 'guardian', label: 'Parent/guardian' },
          { value: 'alternative', label: 'Alternative' },
        ]}
        onChange={event => choose(event.currentTarget.form, event.currentTarget.value)}
      />
      <Field
        label="Address line 1"
        name="addressLine1"
        autoComplete="section-child address-line1"
        isStarred
      />
      <Field
        label="Address line 2"
        name="addressLine2"
        autoComplete="section-child address-line2"
        isStarred
        hint={noSecondLine}
      />
    </>
  )
}
