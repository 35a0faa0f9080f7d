import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useFormNote, useFormValue } from '#web/ui/form.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { EarlierVersions } from './earlier-versions.tsx'
import type { TextName } from './version-queries.ts'

const Editor = lazy(() => import('./rich-text-editor.tsx').then(file => ({ default: file.RichTextEditor })))

interface RichTextFieldProps {
  label: string
  name: string
  hint?: string
  /** Whose former versions can be brought back. */
  keptAs?: TextName | undefined
}

/** Rich text in an EditForm; the value is HTML, which the server cleans. */
export function RichTextField({ label, name, hint, keptAs }: RichTextFieldProps) {
  const begins = useFormValue(name) ?? ''
  const id = useId()
  const note = useFormNote(name)
  const field = useRef<HTMLInputElement>(null)
  // A round is a text that the editor begins with.
  const [shown, setShown] = useState({ html: begins, round: 0 })
  const begin = (html: string) => setShown(before => ({ html, round: before.round + 1 }))

  // A draft is put into the field by the form, just after this has been drawn.
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
      {/* Not of the type "hidden": of those React takes the value back with every render. */}
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
