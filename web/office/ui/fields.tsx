import './fields.css'
import { type ReactNode, useId } from 'react'
import { Checkbox, Field, TextArea } from '#web/ui/forms/field.tsx'
import { useFormValue } from '#web/ui/forms/form.tsx'
import { pounds } from '#web/ui/money.tsx'

/** A tick box in an EditForm, with the value 'yes' or ''. */
export function TickField({ label, name, hint }: { label: ReactNode; name: string; hint?: string }) {
  const value = useFormValue(name)
  const id = useId()
  const box = { label, name, value: 'yes', defaultChecked: Boolean(value) }
  if (!hint) return <Checkbox {...box} />
  return (
    <div>
      <Checkbox {...box} aria-describedby={id} />
      <p id={id} className="field-hint">
        {hint}
      </p>
    </div>
  )
}

/** A field for pounds with two decimals; `readPounds` (domain/office) reads it. */
export const MoneyField = (field: { label: string; name: string; hint?: ReactNode; isStarred?: boolean }) => (
  <Field {...field} inputMode="decimal" autoComplete="off" className="money-field" />
)

/** The field for a reason that staff must give, and that only the log keeps. */
export const LogReason = ({
  value,
  problem,
  onChange,
}: {
  value: string
  problem: string
  onChange: (reason: string) => void
}) => (
  <TextArea
    label="Reason"
    isStarred
    rows={2}
    maxLength={500}
    value={value}
    hint="For the log. The family does not read it"
    error={problem}
    onChange={event => onChange(event.currentTarget.value)}
  />
)

/** Formats pence for a money field: 850 → '8.50'. */
export const asPounds = (pence: number): string => pounds(pence).replace(/[£,]/g, '').replace('−', '-')

/** A group of fields under a heading; rarely used ones are collapsed (`isFolded`). */
export const FieldGroup = ({
  title,
  isFolded = false,
  children,
}: {
  title: string
  isFolded?: boolean
  children: ReactNode
}) =>
  isFolded ? (
    <details className="field-group">
      <summary>{title}</summary>
      <div className="field-group-fields">{children}</div>
    </details>
  ) : (
    <fieldset className="field-group">
      <legend>{title}</legend>
      <div className="field-group-fields">{children}</div>
    </fieldset>
  )
