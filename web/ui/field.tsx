import './field.css'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { useFormNote } from './form.tsx'

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
        <span aria-hidden="true" className="field-star">
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

type FieldProps = Labelled &
  ComponentProps<'input'> & {
    /** A button that stands in the box, at its end. */
    trailing?: ReactNode
  }

/** A labelled line of text. Give `type`, `autoComplete` and `inputMode`: they choose the phone's keyboard. */
export function Field({
  label,
  hint,
  error: givenError,
  isStarred,
  trailing,
  className = '',
  id: givenId,
  ...input
}: FieldProps) {
  const ownId = useId()
  const note = useFormNote(input.name)
  const error = givenError ?? note
  const id = givenId ?? ownId
  return (
    <div className={className}>
      <FieldLabel id={id} label={label} isStarred={isStarred} />
      <div className={trailing ? 'field-with-trailing' : undefined}>
        <input
          {...input}
          id={id}
          aria-required={isStarred || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { hint, error })}
          className="field-box"
        />
        {trailing}
      </div>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}

type TextAreaProps = Labelled & ComponentProps<'textarea'>

export function TextArea({
  label,
  hint,
  error: givenError,
  isStarred,
  className = '',
  id: givenId,
  ...area
}: TextAreaProps) {
  const ownId = useId()
  const note = useFormNote(area.name)
  const error = givenError ?? note
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
  const noteId = useId()
  const note = useFormNote(type === 'checkbox' ? input.name : undefined)
  return (
    <div className={className}>
      <label className="tick-line">
        <input
          {...input}
          type={type}
          aria-invalid={note ? true : undefined}
          aria-describedby={note && noteId}
          className="tick-box"
        />
        <span>{label}</span>
      </label>
      {note && (
        <p id={noteId} className="field-error">
          {note}
        </p>
      )}
    </div>
  )
}
