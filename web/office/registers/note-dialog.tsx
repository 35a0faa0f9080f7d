import { type ChangeEvent, useState } from 'react'
import type { registers, ShownNote } from '#contract/office/registers.ts'
import type { CallOutput } from '#contract/wire.ts'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { useNowInLondon } from '#web/today.tsx'
import { Dialog } from '#web/ui/forms/dialog.tsx'
import { Checkbox, Field, TextArea } from '#web/ui/forms/field.tsx'
import { filledIn } from '#web/ui/forms/form.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { EditForm } from '../ui/edit-form.tsx'
import { useSaveNote, useWriteIncident } from './note-queries.ts'

type Register = CallOutput<typeof registers.get>

/** The place that a note is about: a booked place or a walk-in, and the name to show. */
export interface Noted {
  bookingId?: number
  walkInId?: string
  name: string
}

interface NoteDialogProps {
  register: Pick<Register, 'id' | 'day' | 'room' | 'venue' | 'marksFrom'>
  about: Noted
  /** The note to change; without it, a new one. */
  note?: ShownNote
  onClose: () => void
}

/** Adds or changes a note about a child, or writes an incident down. */
export function NoteDialog({ register, about, note, onClose }: NoteDialogProps) {
  const [isIncident, setIncident] = useState(false)
  const { name, ...place } = about
  const of = { sessionId: register.id, day: register.day, ...place }
  const now = useNowInLondon().slice(11)
  const [began] = useState({ at: now, where: register.room || register.venue })
  // An incident is of a class that has begun, or is about to.
  const mayBeIncident = register.marksFrom !== null && register.marksFrom <= new Date().toISOString()
  const saveNote = useSaveNote(of)
  const writeIncident = useWriteIncident(of)
  return (
    <Dialog
      title={`${isIncident ? 'Incident' : 'Note'}: ${name}`}
      size="small"
      shape="card"
      onClose={onClose}
    >
      <EditForm
        {...(note && { thing: note })}
        fields={({ text }) => ({ text })}
        values={{ text: '', happened: '', ...began, firstAid: '' }}
        checks={text =>
          isIncident
            ? [
                filledIn(text, 'happened', peopleSentences.incidentHappened),
                filledIn(text, 'at', peopleSentences.incidentTime),
              ]
            : note
              ? []
              : [filledIn(text, 'text', peopleSentences.noteRequired)]
        }
        onSave={async (text, { requestId, version }) => {
          if (!isIncident)
            return saveNote({ ...of, ...(note && { id: note.id, version }), text: text('text'), requestId })
          const words = { happened: text('happened'), firstAid: text('firstAid') }
          return writeIncident({ ...of, ...words, at: text('at'), where: text('where'), requestId })
        }}
        onSaved={(_saved, close) => {
          if (isIncident) showSuccess('The incident was written down. The owner is told')
          close()
        }}
        save={isIncident ? 'Save the incident' : 'Save the note'}
        done=""
      >
        <TextArea
          label={isIncident ? 'What happened' : 'Note'}
          name={isIncident ? 'happened' : 'text'}
          rows={isIncident ? 4 : 3}
          maxLength={5000}
          isStarred={isIncident}
          data-begins
          hint={
            isIncident
              ? undefined
              : 'Everybody who sees this register reads it. Families may ask to see what you write here'
          }
        />
        {!note && mayBeIncident && (
          <Checkbox
            label="This is an accident or another incident"
            name="isIncident"
            value="yes"
            checked={isIncident}
            onChange={(event: ChangeEvent<HTMLInputElement>) => setIncident(event.currentTarget.checked)}
          />
        )}
        {isIncident && (
          <>
            <p className="quiet">
              Its words are sealed: only managers and owners read them. It cannot be changed afterwards, so a
              correction is another one. The owner is mailed that there is one
            </p>
            <div className="row">
              <Field label="Time" name="at" type="time" isStarred />
              <Field label="Where" name="where" maxLength={200} autoComplete="off" />
            </div>
            <TextArea
              label="First aid"
              name="firstAid"
              rows={2}
              maxLength={5000}
              hint="What was done, and by whom"
            />
          </>
        )}
      </EditForm>
    </Dialog>
  )
}
