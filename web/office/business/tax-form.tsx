import { everyVatCode, vatWords } from '#domain/office/vat.ts'
import { Field, Select } from '#web/ui/forms/field.tsx'
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
      fields={({ isVatRegistered, vatNumber, vatCode, vatRegisteredOn }) => ({
        isVatRegistered: isVatRegistered ? 'yes' : '',
        vatNumber,
        vatCode,
        vatRegisteredOn: vatRegisteredOn ?? '',
      })}
      onSave={(text, { requestId, version }) =>
        save.mutateAsync({
          isVatRegistered: text('isVatRegistered') === 'yes',
          vatNumber: text('vatNumber').trim(),
          vatCode: everyVatCode.find(code => code === text('vatCode')),
          vatRegisteredOn: text('vatRegisteredOn') || null,
          requestId,
          version,
        })
      }
      onSaved={onSaved}
    >
      <TickField label="We are registered for VAT" name="isVatRegistered" />
      <Field label="VAT number" name="vatNumber" hint="GB and 9 or 12 digits, where you are registered" />
      <Field
        label="Registered from"
        name="vatRegisteredOn"
        type="date"
        hint="The date on your certificate. What was paid before it is outside the scope"
      />
      <Select
        label="Usual VAT code"
        name="vatCode"
        options={everyVatCode.map(value => ({ value, label: vatWords[value] }))}
        hint="Types, packs and products may have their own. Ask your accountant what yours are"
      />
    </EditForm>
  )
}
