import { Field } from '#web/ui/forms/field.tsx'
import { EditForm } from '../ui/edit-form.tsx'
import { TickField } from '../ui/fields.tsx'
import { useSaveTax } from './business-queries.ts'
import type { BusinessDetails } from './details-form.tsx'

/** The form of the tax, for the owner only. */
export function TaxForm({ business, onSaved }: { business: BusinessDetails; onSaved?: () => void }) {
  const save = useSaveTax()
  return (
    <EditForm
      thing={business}
      fields={({ isVatRegistered, vatNumber }) => ({
        isVatRegistered: isVatRegistered ? 'yes' : '',
        vatNumber,
      })}
      onSave={(text, { requestId, version }) =>
        save.mutateAsync({
          isVatRegistered: text('isVatRegistered') === 'yes',
          vatNumber: text('vatNumber').trim(),
          requestId,
          version,
        })
      }
      onSaved={onSaved}
    >
      <TickField label="We are registered for VAT" name="isVatRegistered" />
      <Field label="VAT number" name="vatNumber" hint="GB and 9 or 12 digits, where you are registered" />
    </EditForm>
  )
}
