import { maxExpectedDays, maxPayLaterText } from '#domain/office/business-rules.ts'
import { businessSentences } from '#domain/office/business-sentences.ts'
import { Field, TextArea } from '#web/ui/forms/field.tsx'
import { EditForm } from '../ui/edit-form.tsx'
import { TickField } from '../ui/fields.tsx'
import { useSavePayLater } from './business-queries.ts'
import type { BusinessDetails } from './details-form.tsx'

/** The form of money that comes later: how long it may take, and whether and how families choose it (decision E-60). */
export function PayLaterForm({ business }: { business: BusinessDetails }) {
  const save = useSavePayLater()
  return (
    <EditForm
      thing={business}
      fields={({ payLater }) => ({
        expectedDays: String(payLater.expectedDays),
        parentsMayPayLater: payLater.parentsMayPayLater ? 'yes' : '',
        payLaterText: payLater.payLaterText,
      })}
      checks={text => [
        {
          field: 'expectedDays',
          holds: /^\d{1,3}$/.test(text('expectedDays').trim()) && isPossible(Number(text('expectedDays'))),
          sentence: businessSentences.wholeDays,
        },
        {
          field: 'payLaterText',
          holds: text('parentsMayPayLater') !== 'yes' || text('payLaterText').trim() !== '',
          sentence: businessSentences.sayHowToPayLater,
        },
      ]}
      onSave={(text, { requestId, version }) =>
        save.mutateAsync({
          expectedDays: Number(text('expectedDays')),
          parentsMayPayLater: text('parentsMayPayLater') === 'yes',
          payLaterText: text('payLaterText').trim(),
          requestId,
          version,
        })
      }
    >
      <Field
        label="Days within which expected money has to come"
        name="expectedDays"
        inputMode="numeric"
        hint="From a childcare account, a council or a bank. After that it stands under “To look into”. Nothing ends by itself"
      />
      <TickField
        label="Families may choose to pay from a childcare account or by voucher when they book. Their places are confirmed at once, and the money comes later"
        name="parentsMayPayLater"
      />
      <TextArea
        label="How they pay it"
        name="payLaterText"
        rows={5}
        maxLength={maxPayLaterText}
        hint="For example how to find you in a childcare account, or your number with a voucher company. They read it on their order and in the mail, after the sum, the day and the reference to quote"
      />
    </EditForm>
  )
}

const isPossible = (days: number) => days >= 1 && days <= maxExpectedDays
