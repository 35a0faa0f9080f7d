import './policy-form.css'
import { maxPolicyHours, maxPolicyRows } from '#domain/office/business-rules.ts'
import { businessSentences } from '#domain/office/business-sentences.ts'
import { Field, Select } from '#web/ui/forms/field.tsx'
import type { Text } from '#web/ui/forms/form.tsx'
import { EditForm } from '../ui/edit-form.tsx'
import { TickField } from '../ui/fields.tsx'
import { useSavePolicy } from './business-queries.ts'
import type { BusinessDetails } from './details-form.tsx'

const places = Array.from({ length: maxPolicyRows }, (_, at) => at)

/** The form of the cancellation policy: the refund by the time before the start. */
export function PolicyForm({ business }: { business: BusinessDetails }) {
  const save = useSavePolicy()
  return (
    <EditForm
      thing={business}
      fields={fieldsOf}
      checks={text => [
        ...rowsIn(text).flatMap(at => [
          {
            field: `hours${at}`,
            holds: isWhole(text(`hours${at}`), maxPolicyHours),
            sentence: businessSentences.wholeHours,
          },
          {
            field: `hours${at}`,
            holds: !rowsIn(text).some(
              other => other < at && Number(text(`hours${other}`)) === hoursIn(text, at),
            ),
            sentence: businessSentences.hoursOnce,
          },
          {
            field: `percent${at}`,
            holds: isWhole(text(`percent${at}`), 100),
            sentence: businessSentences.wholePercent,
          },
        ]),
      ]}
      onSave={(text, { requestId, version }) =>
        save.mutateAsync({
          rows: rowsIn(text).map(at => ({
            hoursBefore: hoursIn(text, at),
            cardPercent: Number(text(`percent${at}`)),
            asCredits: text(`rest${at}`) === 'credits',
            returnCredits: text(`returns${at}`) === 'yes',
          })),
          parentsMayCancel: text('parentsMayCancel') === 'yes',
          requestId,
          version,
        })
      }
    >
      <p className="field-hint">
        The rows propose what a family gets back when you cancel a place for them; you can change it each
        time. Leave the hours of a row empty if you need fewer rows. After the last row nothing is refunded.
        Bookings keep the rows of the day on which they were made.
      </p>
      {places.map(at => (
        <fieldset key={at} className="policy-row" aria-label={`Row ${at + 1}`}>
          <Field label="Hours or more before the start" name={`hours${at}`} inputMode="numeric" />
          <Field label="% of the money to the card" name={`percent${at}`} inputMode="numeric" />
          <Select
            label="The rest of the money"
            name={`rest${at}`}
            options={[
              { value: 'credits', label: 'comes back as credits' },
              { value: 'kept', label: 'is kept' },
            ]}
          />
          <Select
            label="Credits that were used"
            name={`returns${at}`}
            options={[
              { value: 'yes', label: 'come back' },
              { value: '', label: 'do not come back' },
            ]}
          />
        </fieldset>
      ))}
      <TickField
        label="Families may cancel a paid place themselves until it starts, and get back what the rows of their booking say"
        name="parentsMayCancel"
      />
    </EditForm>
  )
}

function fieldsOf({ policy: { rows, parentsMayCancel } }: BusinessDetails): Record<string, string> {
  const fields = places.map(at => {
    const row = rows[at]
    return {
      [`hours${at}`]: row ? String(row.hoursBefore) : '',
      [`percent${at}`]: row ? String(row.cardPercent) : '0',
      [`rest${at}`]: row && !row.asCredits ? 'kept' : 'credits',
      [`returns${at}`]: row && !row.returnCredits ? '' : 'yes',
    }
  })
  return Object.assign({ parentsMayCancel: parentsMayCancel ? 'yes' : '' }, ...fields)
}

const rowsIn = (text: Text) => places.filter(at => text(`hours${at}`).trim() !== '')
const hoursIn = (text: Text, at: number) => Number(text(`hours${at}`))
const isWhole = (typed: string, most: number) => /^\d{1,4}$/.test(typed.trim()) && Number(typed) <= most
