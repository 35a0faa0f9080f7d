import './pictures-field.css'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { catalogueSentences } from '#domain/office/catalogue-sentences.ts'
import { StateWord } from '#web/office/ui/state-word.tsx'
import { useImageUrl } from '#web/settings.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useFormNote, useFormValue } from '#web/ui/forms/form.tsx'
import { PicturePicker, type Ratio, ratios } from './picture-picker.tsx'

interface PicturesFieldProps {
  label: string
  name: string
  /** The ratio of its place; without one the picture keeps its own. */
  ratio?: Ratio
  /** The description of any picture here, if known beforehand. */
  alt?: string
  hint?: string | undefined
  isOnDark?: boolean
  /** The maximum number of pictures, by default one. */
  most?: number
  /** The text that parents see while there is no picture. */
  wanted?: string | undefined
}

/** A field for pictures in an EditForm: their paths in order, with commas between them. */
export function PicturesField({
  label,
  name,
  ratio,
  alt,
  hint,
  isOnDark,
  most = 1,
  wanted,
}: PicturesFieldProps) {
  const begins = useFormValue(name) ?? ''
  const id = useId()
  const note = useFormNote(name)
  const imageUrl = useImageUrl()
  const field = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const [value, setValue] = useState(begins)
  const [isPicking, setPicking] = useState(false)
  const paths = value === '' ? [] : value.split(',')

  useEffect(() => {
    const form = field.current?.form
    const follow = () => setValue(field.current?.value ?? '')
    // The form fills in a draft just after the first drawing.
    queueMicrotask(follow)
    form?.addEventListener('input', follow)
    return () => form?.removeEventListener('input', follow)
  }, [])

  const take = (next: string[]) => {
    if (!field.current) return
    field.current.value = next.join(',')
    field.current.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const swap = (at: number, other: number) =>
    take(
      paths.map(
        (path, index) => (index === at ? paths[other] : index === other ? paths[at] : path) as string,
      ),
    )
  /** Scrolls to the button, which the new picture has pushed out of view. */
  const keepInSight = () => {
    if (document.activeElement === choose.current) choose.current?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <fieldset className="pictures-field">
      <legend id={id} className="field-label">
        {label}
      </legend>
      {/* Not of type "hidden", whose value React resets with every render. */}
      <input ref={field} hidden name={name} aria-label={label} defaultValue={begins} />
      {paths.length > 0 && (
        <ol>
          {paths.map((path, index) => (
            <li key={path}>
              {ratio ? (
                <img
                  src={imageUrl(path, 480)}
                  alt=""
                  data-ratio={ratio}
                  onLoad={keepInSight}
                  width={480}
                  height={480 / ratios[ratio]}
                />
              ) : (
                <img
                  src={imageUrl(path)}
                  alt=""
                  data-ratio="own"
                  data-on-dark={isOnDark}
                  onLoad={keepInSight}
                />
              )}
              <div className="row">
                {most > 1 && (
                  <>
                    <IconButton
                      label={`Picture ${index + 1}: earlier`}
                      icon={ArrowLeft}
                      isSmall
                      disabled={index === 0}
                      onClick={() => swap(index, index - 1)}
                    />
                    <IconButton
                      label={`Picture ${index + 1}: later`}
                      icon={ArrowRight}
                      isSmall
                      disabled={index === paths.length - 1}
                      onClick={() => swap(index, index + 1)}
                    />
                  </>
                )}
                <Button
                  look="quiet"
                  size="small"
                  aria-label={`Remove picture ${index + 1}`}
                  onClick={() => {
                    take(paths.filter(other => other !== path))
                    choose.current?.focus()
                  }}
                >
                  Remove
                </Button>
              </div>
            </li>
          ))}
        </ol>
      )}
      {(most === 1 || paths.length < most) && (
        <Button
          ref={choose}
          look="secondary"
          size="small"
          aria-describedby={id}
          onClick={() => setPicking(true)}
        >
          {most > 1 ? 'Add a picture' : paths.length > 0 ? 'Change the picture' : 'Choose a picture'}
        </Button>
      )}
      {wanted && paths.length === 0 && (
        <p className="field-hint">
          <StateWord is="look">{catalogueSentences.pictureWanted}</StateWord>. {wanted}
        </p>
      )}
      {hint && <p className="field-hint">{hint}</p>}
      {note && <p className="field-error">{note}</p>}
      {isPicking && (
        <PicturePicker
          ratio={ratio}
          alt={alt}
          onClose={() => setPicking(false)}
          onChosen={({ path }) => take(most > 1 ? [...new Set([...paths, path])] : [path])}
        />
      )}
    </fieldset>
  )
}
