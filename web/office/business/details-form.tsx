import { Field } from '#web/ui/forms/field.tsx'
import { trimmed } from '#web/ui/forms/form.tsx'
import { EditForm } from '../ui/edit-form.tsx'
import { FieldGroup } from '../ui/fields.tsx'
import { type useBusiness, useSaveDetails } from './business-queries.ts'

export type BusinessDetails = NonNullable<ReturnType<typeof useBusiness>['data']>

/** The form of the business's name and contact details. */
export function DetailsForm({ business, onSaved }: { business: BusinessDetails; onSaved?: () => void }) {
  const save = useSaveDetails()
  return (
    <EditForm
      thing={business}
      fields={({
        name,
        legalName,
        companyNumber,
        childcareRegistration,
        email,
        phone,
        address,
        postcode,
      }) => ({
        ...{ name, legalName, companyNumber, childcareRegistration, email, phone, address, postcode },
      })}
      onSave={(text, { requestId, version }) =>
        save.mutateAsync({
          ...trimmed(text, 'name', 'legalName', 'companyNumber', 'childcareRegistration'),
          ...trimmed(text, 'email', 'phone', 'address', 'postcode'),
          requestId,
          version,
        })
      }
      onSaved={onSaved}
      draft="business"
    >
      <Field label="Trading name" name="name" autoComplete="organization" isStarred />
      <Field label="Contact email" name="email" type="email" autoComplete="email" isStarred />
      <Field label="Phone" name="phone" type="tel" autoComplete="tel" isStarred />
      <Field label="Address" name="address" autoComplete="street-address" isStarred />
      <Field label="Postcode" name="postcode" autoComplete="postal-code" className="money-field" />
      <FieldGroup title="The company behind it" isFolded>
        <Field label="Legal name" name="legalName" />
        <Field label="Company number" name="companyNumber" />
        <Field
          label="Childcare registration"
          name="childcareRegistration"
          hint="For example Ofsted EY123456; printed on receipts"
        />
      </FieldGroup>
    </EditForm>
  )
}
