import type { ComponentProps } from 'react'
import { Field, Select } from '#web/ui/forms/field.tsx'
import { MoneyField } from '../ui/fields.tsx'

/** A field for the reason why there may be more places than the room holds. */
export const ReasonField = ({
  hint = 'Needed for more places than a room holds',
  ...field
}: Pick<ComponentProps<typeof Field>, 'hint' | 'onInput'>) => (
  <Field label="Reason" name="reason" maxLength={500} hint={hint} {...field} />
)

interface Days {
  from: string
  to: string
}

/** The fields for the first and the last day of weekly dates. */
export const DaysFields = ({
  labels: [first, last] = ['From', 'To'],
  days: { from, to },
  onChange,
}: {
  labels?: [first: string, last: string]
  days: Days
  onChange: (changes: Partial<Days>) => void
}) => (
  <div className="columns">
    <Field
      label={first}
      type="date"
      value={from}
      onChange={event => onChange({ from: event.currentTarget.value })}
    />
    <Field
      label={last}
      type="date"
      value={to}
      onChange={event => onChange({ to: event.currentTarget.value })}
    />
  </div>
)

/** The fields for whether a trial is offered, and for its price. */
export function TrialFields({ chosen, onChoose }: { chosen: string; onChoose: (trial: string) => void }) {
  return (
    <>
      <Select
        label="Trial"
        name="trial"
        value={chosen}
        options={[
          { value: 'none', label: 'None' },
          { value: 'free', label: 'Free' },
          { value: 'paid', label: 'At a price' },
        ]}
        onChange={event => onChoose(event.currentTarget.value)}
      />
      {chosen === 'paid' && <MoneyField label="Trial price" name="trialPrice" />}
    </>
  )
}
