import './field.css'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { useFormNote, useFormValue } from './form.tsx'

interface Label {
  label: ReactNode
  hint?: ReactNode
  error?: string
  /** Shows a star; the form does the checking. */
  isStarred?: boolean
}

export const Star = () => (
  <span aria-hidden="true" className="field-star">
    {' '}
    *
  </span>
)

type LabelledProps<Tag extends 'input' | 'textarea' | 'select'> = Label &
  ComponentProps<Tag> & { control: (given: ComponentProps<Tag>) => ReactNode }

/** A control with its label, a hint, and the error that the form found. */
function Labelled<Tag extends 'input' | 'textarea' | 'select'>({
  label,
  hint,
  error: givenError,
  isStarred,
  className = '',
  id: givenId,
  control,
  ...given
}: LabelledProps<Tag>) {
  const ownId = useId()
  const id = givenId ?? ownId
  const note = useFormNote(given.name)
  const value = useFormValue(given.name)
  const error = givenError ?? note
  return (
    <div className={className}>
      <label htmlFor={id} className="field-label">
        {label}
        {isStarred && <Star />}
      </label>
      {control({
        ...(value !== undefined && { defaultValue: value }),
        ...(given as ComponentProps<Tag>),
        id,
        'aria-required': isStarred || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-describedby':
          [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
    </div>
  )
}

type FieldProps = Label &
  ComponentProps<'input'> & {
    /** A button at the end of the box. */
    trailing?: ReactNode
  }

/** Limits years to four digits; browsers otherwise accept six. */
const fourDigitYears = { max: '9999-12-31' }

/** A labelled text field. Give `type`, `autoComplete` and `inputMode`, which choose the phone's keyboard. */
export function Field({ trailing, ...field }: FieldProps) {
  return (
    <Labelled<'input'>
      {...field}
      control={input => (
        <div className={trailing ? 'field-with-trailing' : undefined}>
          <input {...(input.type === 'date' && fourDigitYears)} {...input} className="field-box" />
          {trailing}
        </div>
      )}
    />
  )
}

export function TextArea(field: Label & ComponentProps<'textarea'>) {
  return (
    <Labelled<'textarea'>
      {...field}
      control={area => <textarea rows={4} {...area} className="field-box" />}
    />
  )
}

type SelectProps = Label &
  Omit<ComponentProps<'select'>, 'onChange'> & {
    options: readonly { value: string | number; label: string; disabled?: boolean }[]
    onChange?: (event: { currentTarget: HTMLSelectElement }) => void
  }

/**
 * A labelled drop-down. `onChange` runs on the browser's "input" event, before its "change": between the two
 * the form renders again, which would reset a controlled choice.
 */
export function Select({ options, onChange, ...field }: SelectProps) {
  return (
    <Labelled<'select'>
      {...field}
      control={select => (
        <select {...select} onInput={onChange} className="field-box field-select">
          {options.map(option => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    />
  )
}

/** Marks a group of controls, such as chips, as one field: returns their props, and the error to show below them. */
export function useMarking(name: string | undefined) {
  const id = useId()
  const note = useFormNote(name)
  return {
    given: { name, 'aria-invalid': note ? true : undefined, 'aria-describedby': note && id } as const,
    note: note && (
      <p id={id} className="field-error">
        {note}
      </p>
    ),
  }
}

type CheckboxProps = { label: ReactNode } & ComponentProps<'input'>

/** A tick box; with `type="radio"` one of a group. */
export function Checkbox({ label, className = '', type = 'checkbox', ...input }: CheckboxProps) {
  const marking = useMarking(type === 'checkbox' ? input.name : undefined)
  return (
    <div className={className}>
      <label className="tick-line">
        <input {...marking.given} {...input} type={type} className="tick-box" />
        <span>{label}</span>
      </label>
      {marking.note}
    </div>
  )
}
