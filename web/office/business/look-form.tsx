import './look-form.css'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { accents, contrastOnPaper, readableAccent } from '#domain/office/business-rules.ts'
import { contrastWords } from '#domain/office/business-sentences.ts'
import { useImageUrl } from '#web/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { useMarking } from '#web/ui/field.tsx'
import { useFormValue } from '#web/ui/form.tsx'
import { EditForm } from '../ui/edit-form.tsx'
import { useIsUploadingLogo, useSaveLook, useUploadLogo } from './business-queries.ts'
import type { BusinessDetails } from './details-form.tsx'

/** Logos and the one colour of what is pressed. */
export function LookForm({ business, onSaved }: { business: BusinessDetails; onSaved?: () => void }) {
  const save = useSaveLook()
  const isUploading = useIsUploadingLogo()
  return (
    <EditForm
      thing={business}
      isWaiting={isUploading}
      fields={({ logo, footerLogo, accent }) => ({ logo, footerLogo, accent })}
      onSave={(text, { requestId, version }) =>
        save.mutateAsync({
          logo: text('logo'),
          footerLogo: text('footerLogo'),
          accent: text('accent'),
          requestId,
          version,
        })
      }
      onSaved={onSaved}
    >
      <LogoField label="Logo" name="logo" hint="PNG, JPEG or WebP. It stands at the top of every page." />
      <LogoField label="Logo of the footer" name="footerLogo" hint="On a dark ground." />
      <AccentField />
    </EditForm>
  )
}

function LogoField({ label, name, hint }: { label: string; name: string; hint: string }) {
  const id = useId()
  const imageUrl = useImageUrl()
  const upload = useUploadLogo()
  const hidden = useRef<HTMLInputElement>(null)
  const [path, setPath] = useState(useFormValue(name) ?? '')
  const put = (next: string) => {
    setPath(next)
    tell(hidden.current, next)
  }
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? []
    if (file) upload.mutate(file, { onSuccess: ({ path }) => put(path) })
  }
  return (
    <div className="logo-field">
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <input ref={hidden} type="hidden" name={name} defaultValue={path} />
      {path && <img src={imageUrl(path)} alt="" className={`logo-shown logo-of-${name}`} />}
      <input
        id={id}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-describedby={`${id}-hint`}
        onChange={take}
      />
      <p id={`${id}-hint`} className="field-hint" role="status">
        {upload.isPending ? 'Uploading …' : upload.isSuccess ? 'It is here. Save keeps it' : hint}
      </p>
      {path && (
        <Button look="quiet" size="small" onClick={() => put('')}>
          Remove the {label.toLowerCase()}
        </Button>
      )}
    </div>
  )
}

/** A control of our own tells its form as if it had been typed. */
function tell(input: HTMLInputElement | null, value: string): void {
  if (!input) return
  input.value = value
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/** One of eight that were tried, or an own one that can be read. */
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
            className={`accent accent-${accent.name.toLowerCase()}`}
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
