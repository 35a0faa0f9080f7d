import { useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { fillInForm, useFormValue } from '#web/ui/forms/form.tsx'

/** Letters and digits without those that look or sound alike: 0 and O, 1, I and L. */
const signs = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const length = 8

/** Returns a random code of nearly forty bits, which nobody can guess while it is valid. */
function madeUpCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length * 8))
  // Leaves out bytes that would favour the first characters.
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

/** A field for a discount code, typed or generated (spec 3 §2.5.14). A code already handed out is not replaced. */
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
