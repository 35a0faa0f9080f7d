import { type ComponentProps, type ReactNode, useId } from 'react'

interface Labelled {
  label: ReactNode
  hint?: ReactNode
  error?: string
  /** Shows a star; what is checked, and when, is the form's. */
  isStarred?: boolean
}

export function FieldLabel({ id, label, isStarred }: { id: string; label: ReactNode; isStarred?: boolean }) {
  return (
    <label htmlFor={id} className="field-label">
      {label}
      {isStarred && (
        <span aria-hidden="true" className="text-brand">
          {' '}
          *
        </span>
      )}
    </label>
  )
}

function FieldNotes({ id, hint, error }: { id: string; hint?: ReactNode; error?: string }) {
  return (
    <>
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
    </>
  )
}

function describedBy(id: string, { hint, error }: Pick<Labelled, 'hint' | 'error'>) {
  return [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
}

type FieldProps = Labelled & ComponentProps<'input'>

/** A labelled line of text. Give `type`, `autoComplete` and `inputMode`: they choose the phone's keyboard. */
export function Field({ label, hint, error, isStarred, className = '', id: givenId, ...input }: FieldProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  return (
    <div className={className}>
      <FieldLabel id={id} label={label} isStarred={isStarred} />
      <input
        {...input}
        id={id}
        aria-required={isStarred || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { hint, error })}
        className="field-box"
      />
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}

type TextAreaProps = Labelled & ComponentProps<'textarea'>

export function TextArea({
  label,
  hint,
  error,
  isStarred,
  className = '',
  id: givenId,
  ...area
}: TextAreaProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  return (
    <div className={className}>
      <FieldLabel id={id} label={label} isStarred={isStarred} />
      <textarea
        rows={4}
        {...area}
        id={id}
        aria-required={isStarred || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { hint, error })}
        className="field-box"
      />
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}

type SelectProps = Labelled &
  ComponentProps<'select'> & {
    options: readonly { value: string | number; label: string }[]
    /** The first, empty choice: 'for any age'. */
    placeholder?: string
  }

export function Select({
  label,
  hint,
  error,
  isStarred,
  options,
  placeholder,
  className = '',
  id: givenId,
  ...select
}: SelectProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  return (
    <div className={className}>
      <FieldLabel id={id} label={label} isStarred={isStarred} />
      <select
        {...select}
        id={id}
        aria-required={isStarred || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { hint, error })}
        className="field-box field-select"
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}

type CheckboxProps = { label: ReactNode } & ComponentProps<'input'>

/** One tick box; with `type="radio"` one of a group. */
export function Checkbox({ label, className = '', type = 'checkbox', ...input }: CheckboxProps) {
  return (
    <label className={`tick-line ${className}`}>
      <input {...input} type={type} className="tick-box" />
      <span>{label}</span>
    </label>
  )
}
