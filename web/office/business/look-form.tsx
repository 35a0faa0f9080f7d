import './look-form.css'
import { useId, useRef, useState } from 'react'
import {
  accents,
  contrastOnPaper,
  type Edge,
  everyEdge,
  readableAccent,
} from '#domain/office/business-rules.ts'
import { contrastWords } from '#domain/office/business-sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { useMarking } from '#web/ui/forms/field.tsx'
import { useFormValue } from '#web/ui/forms/form.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { PicturesField } from '../editor/pictures-field.tsx'
import { EditForm } from '../ui/edit-form.tsx'
import { useSaveLook } from './business-queries.ts'
import type { BusinessDetails } from './details-form.tsx'

const edges = [
  { value: 'bunting', label: 'Bunting' },
  { value: 'scallops', label: 'Scallops in your colour' },
  { value: 'dots', label: 'Dots in your colour' },
  { value: 'line', label: 'A plain line' },
] satisfies { value: Edge; label: string }[]

/** The form of the logos, the accent colour and the edge of the pages. */
export function LookForm({ business, onSaved }: { business: BusinessDetails; onSaved?: () => void }) {
  const save = useSaveLook()
  return (
    <EditForm
      thing={business}
      fields={({ logo, footerLogo, accent, edge }) => ({ logo, footerLogo, accent, edge })}
      onSave={(text, { requestId, version }) =>
        save.mutateAsync({
          logo: text('logo'),
          footerLogo: text('footerLogo'),
          accent: text('accent'),
          edge: everyEdge.find(edge => edge === text('edge')),
          requestId,
          version,
        })
      }
      onSaved={onSaved}
    >
      {/* The logo's alternative text is the business's name. */}
      <PicturesField
        label="Logo"
        name="logo"
        alt={business.name}
        hint="It is shown at the top of every page."
      />
      <PicturesField
        label="Logo of the footer"
        name="footerLogo"
        alt={business.name}
        hint="On a dark background."
        isOnDark
      />
      <AccentField />
      <RadioGroup legend="Edge below the menu" name="edge" options={edges} />
    </EditForm>
  )
}

/** Sets a hidden input and fires the event of typing, so that the form notices a custom control. */
function tell(input: HTMLInputElement | null, value: string): void {
  if (!input) return
  input.value = value
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Chooses the accent colour: one of eight tested ones, or a custom one with enough contrast. */
function AccentField() {
  const id = useId()
  const marking = useMarking('accent')
  const input = useRef<HTMLInputElement>(null)
  const [colour, setColour] = useState(useFormValue('accent') ?? accents[0].colour)
  const readable = readableAccent(colour)
  const put = (next: string) => {
    setColour(next)
    tell(input.current, next)
  }
  return (
    <div>
      <label htmlFor={id} className="field-label">
        Colour
      </label>
      <div className="accents">
        {accents.map(accent => (
          <button
            key={accent.colour}
            type="button"
            aria-pressed={colour === accent.colour}
            className="accent"
            ref={element => element?.style.setProperty('--colour', accent.colour)}
            onClick={() => put(accent.colour)}
          >
            {accent.name}
          </button>
        ))}
        <input
          {...marking.given}
          ref={input}
          id={id}
          type="color"
          name="accent"
          defaultValue={colour}
          className="own-accent"
          onChange={event => setColour(event.currentTarget.value)}
        />
      </div>
      {marking.note}
      <div role="status">
        {readable !== colour && (
          <p className="field-hint">
            {contrastWords(contrastOnPaper(colour))}{' '}
            <Button look="secondary" size="small" onClick={() => put(readable)}>
              Use {readable}
            </Button>
          </p>
        )}
      </div>
    </div>
  )
}
