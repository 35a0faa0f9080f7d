import { useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { fillInForm, useFormValue } from '#web/ui/form.tsx'

/** Without those that are read or heard as another: 0 and O, 1, I and L. */
const signs = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const length = 8

/** Forty bits nearly, which nobody guesses within a code's days. */
function madeUpCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length * 8))
  // Bytes that would favour the first signs are left out.
  const fair = [...bytes].filter(byte => byte < 256 - (256 % signs.length))
  return fair
    .slice(0, length)
    .map(byte => signs[byte % signs.length])
    .join('')
}

interface CodeFieldProps {
  label: string
  name: string
  hint?: string
  isStarred?: boolean
}

/** A discount code, typed or made up (spec 3 §2.5.14). One that was handed out is not made up anew. */
export function CodeField(field: CodeFieldProps) {
  const isNew = !useFormValue(field.name)
  const place = useRef<HTMLDivElement>(null)
  const make = () => {
    const form = place.current?.closest('form')
    if (form) fillInForm(form, { [field.name]: madeUpCode() })
  }
  return (
    <div ref={place} className="stack gap-s">
      <Field {...field} autoComplete="off" />
      {isNew && (
        <div>
          <Button look="secondary" size="small" onClick={make}>
            Make one up
          </Button>
        </div>
      )}
    </div>
  )
}
