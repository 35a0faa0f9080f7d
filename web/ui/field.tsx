import './field.css'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { useFormNote, useFormValue } from './form.tsx'

interface Label {
  label: ReactNode
  hint?: ReactNode
  error?: string
  /** Shows a star; what is checked, and when, is the form's. */
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

/** A control under its label and over what is to be said of it: a hint, and what the form found wrong. */
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
    /** A button that stands in the box, at its end. */
    trailing?: ReactNode
  }

/** Without a bound browsers take six. */
const fourDigitYears = { max: '9999-12-31' }

/** A labelled line of text. Give `type`, `autoComplete` and `inputMode`: they choose the phone's keyboard. */
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
    options: readonly { value: string | number; label: string }[]
    onChange?: (event: { currentTarget: HTMLSelectElement }) => void
  }

/**
 * `onChange` is told with the browser's "input", before its "change": between the two the form around it is drawn anew,
 * and a choice whose `value` is given would be put back by then.
 */
export function Select({ options, onChange, ...field }: SelectProps) {
  return (
    <Labelled<'select'>
      {...field}
      control={select => (
        <select {...select} onInput={onChange} className="field-box field-select">
          {options.map(option => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    />
  )
}

/**
 * For controls that are marked together, as a group of chips is: what each of them is given, and what stands below
 * them, once the form has found their field wrong.
 */
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

/** One tick box; with `type="radio"` one of a group. */
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
