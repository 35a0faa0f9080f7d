import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useFormNote, useFormValue } from '#web/ui/forms/form.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { EarlierVersions } from './earlier-versions.tsx'
import type { TextName } from './version-queries.ts'

const Editor = lazy(() => import('./rich-text-editor.tsx').then(file => ({ default: file.RichTextEditor })))

interface RichTextFieldProps {
  label: string
  name: string
  hint?: string
  /** The text whose former versions can be restored. */
  keptAs?: TextName | undefined
}

/** A rich text field in an EditForm; the value is HTML, which the server cleans. */
export function RichTextField({ label, name, hint, keptAs }: RichTextFieldProps) {
  const begins = useFormValue(name) ?? ''
  const id = useId()
  const note = useFormNote(name)
  const field = useRef<HTMLInputElement>(null)
  // A round is one initial text of the editor.
  const [shown, setShown] = useState({ html: begins, round: 0 })
  const begin = (html: string) => setShown(before => ({ html, round: before.round + 1 }))

  // The form fills in a draft just after the first drawing.
  useEffect(() => {
    queueMicrotask(() => {
      const html = field.current?.value ?? begins
      if (html !== begins) setShown({ html, round: 1 })
    })
  }, [begins])

  const take = (html: string) => {
    if (!field.current) return
    field.current.value = html
    field.current.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return (
    <div>
      <span id={id} className="field-label">
        {label}
      </span>
      {/* Not of type "hidden", whose value React resets with every render. */}
      <input ref={field} hidden name={name} aria-label={label} defaultValue={begins} />
      <Suspense fallback={<TextSkeleton />}>
        <Editor key={shown.round} labelledBy={id} value={shown.html} onChange={take} />
      </Suspense>
      {hint && <p className="field-hint">{hint}</p>}
      {note && <p className="field-error">{note}</p>}
      {keptAs && (
        <EarlierVersions
          of={keptAs}
          onTake={html => {
            take(html)
            begin(html)
          }}
        />
      )}
    </div>
  )
}
