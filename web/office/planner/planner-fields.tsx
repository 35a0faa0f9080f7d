import type { ComponentProps } from 'react'
import { Field } from '#web/ui/forms/field.tsx'

/** Says why places may be more than a room holds. */
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

/** The first and the last day of weekly dates. */
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
