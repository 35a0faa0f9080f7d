import { useState } from 'react'
import type { OfficeOrder } from '#contract/office/orders.ts'
import { cancelSentences } from '#domain/office/refund-sentences.ts'
import { useToday } from '#web/today.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/forms/field.tsx'
import { useMay } from '../office-session.ts'
import { spokenInstant } from '../ui/moments.ts'
import { Section } from '../ui/section.tsx'
import { useNoteOrder } from './order-queries.ts'

/** Shows what colleagues noted about an order, and a field for more. */
export function OrderNotes({ found: { order, notes } }: { found: OfficeOrder }) {
  const today = useToday()
  const mayNote = useMay('order.note')
  const add = useNoteOrder()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const press = async () => {
    setProblem(text.trim() === '' ? cancelSentences.noteRequired : '')
    if (text.trim() === '') return
    await add.mutateAsync({ number: order.number, text: text.trim() })
    setText('')
  }
  if (notes.length === 0 && !mayNote) return null
  return (
    <Section title="Notes">
      {notes.length === 0 && <p className="quiet">Nothing has been noted yet.</p>}
      <ul className="plain-lines">
        {notes.map(note => (
          <li key={note.id}>
            {note.text}{' '}
            <span className="quiet">
              {note.by}, {spokenInstant(note.at, today)}
            </span>
          </li>
        ))}
      </ul>
      {mayNote && (
        <form className="stack gap-s" onSubmit={event => event.preventDefault()}>
          <TextArea
            label="New note"
            hint="For colleagues. The family gets a copy if it asks for its data."
            rows={2}
            maxLength={1000}
            value={text}
            onChange={event => setText(event.currentTarget.value)}
          />
          {problem && (
            <p role="alert" className="field-error">
              {problem}
            </p>
          )}
          <div>
            <Button look="secondary" isBusy={add.isPending} onClick={() => void press().catch(() => {})}>
              Add the note
            </Button>
          </div>
        </form>
      )}
    </Section>
  )
}
