import { useState } from 'react'
import { enquirySentences } from '#domain/office/enquiry-sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/forms/field.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { useNoteEnquiry } from './enquiry-queries.ts'

const maxNote = 5_000

/** A note for colleagues, which the family does not read unless it asks for its data. */
export function NoteForm({ id }: { id: number }) {
  const note = useNoteEnquiry()
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const press = async () => {
    setProblem(text.trim() ? '' : enquirySentences.noteRequired)
    if (!text.trim()) return
    await note.mutateAsync({ id, text: text.trim() })
    setText('')
    setOpen(false)
    showSuccess('Noted')
  }
  if (!isOpen) {
    return (
      <p>
        <Button look="quiet" size="small" onClick={() => setOpen(true)}>
          Add a note for colleagues
        </Button>
      </p>
    )
  }
  return (
    <form
      className="stack gap-s"
      method="dialog"
      onSubmit={event => {
        event.preventDefault()
        void press().catch(() => {})
      }}
    >
      <TextArea
        label="Note for colleagues"
        rows={3}
        maxLength={maxNote}
        value={text}
        error={problem}
        hint="Not mailed. A family that asks for a copy of its data gets it too"
        onChange={event => setText(event.currentTarget.value)}
      />
      <p className="row gap-s">
        <Button type="submit" look="secondary" isBusy={note.isPending}>
          Keep the note
        </Button>
        <Button look="quiet" onClick={() => setOpen(false)}>
          Go back
        </Button>
      </p>
    </form>
  )
}
