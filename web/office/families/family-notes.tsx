import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import type { FamilyHead, FamilyNote } from '#contract/office/families.ts'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useToday } from '#web/today.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextArea } from '#web/ui/forms/field.tsx'
import { filledIn } from '#web/ui/forms/form.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useMay } from '../office-session.ts'
import { EditForm } from '../ui/edit-form.tsx'
import { spokenInstant } from '../ui/moments.ts'
import { WithAnswer } from '../ui/not-loaded.tsx'
import { useQuestion } from '../ui/question.tsx'
import { Section } from '../ui/section.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { familyNotesQuery, useAddFamilyNote, usePinNote, useWithdrawNote } from './family-queries.ts'

/** The tab with everything that the office noted about a family, and a field for more. */
export function FamilyNotes({ family: { id, isClosed } }: { family: FamilyHead }) {
  const mayNote = useMay('family.edit') && !isClosed
  const list = useInfiniteQuery(familyNotesQuery(useOfficeApi(), id))
  const add = useAddFamilyNote()
  // Begins an empty form after each note.
  const [saves, setSaves] = useState(0)
  return (
    <div className="stack">
      {mayNote && (
        <EditForm
          key={saves}
          checks={text => [filledIn(text, 'text', peopleSentences.noteRequired)]}
          onSave={(text, { requestId }) => add.mutateAsync({ id, text: text('text').trim(), requestId })}
          onSaved={() => {
            setSaves(saves + 1)
            showSuccess('The note was added')
          }}
          save="Add the note"
        >
          <TextArea
            label="New note"
            name="text"
            rows={3}
            maxLength={5000}
            autoFocus={saves > 0}
            hint="For colleagues. Families may ask to see what you write here."
          />
        </EditForm>
      )}
      <WithAnswer query={list}>
        {({ pages }) => {
          const notes = pages.flatMap(page => page.items)
          if (notes.length === 0) return <EmptyState title="Nothing has been noted about this family yet" />
          return (
            <>
              <ul className="plain-lines" aria-label="Notes">
                {notes.map(note => (
                  <NoteLine key={note.id} accountId={id} note={note} mayPin={mayNote} />
                ))}
              </ul>
              <div>
                <ShowMore list={list} />
              </div>
            </>
          )
        }}
      </WithAnswer>
    </div>
  )
}

function NoteLine({ accountId, note, mayPin }: { accountId: number; note: FamilyNote; mayPin: boolean }) {
  const today = useToday()
  const pin = usePinNote()
  const withdraw = useWithdrawNote()
  const [ask, question] = useQuestion()
  const press = async () => {
    const answer = await ask({
      title: 'Withdraw this note?',
      children: <p>Its text is deleted. This cannot be undone.</p>,
      verb: 'Withdraw the note',
    })
    if (!answer) return
    await withdraw.mutateAsync({ id: accountId, noteId: note.id })
    showSuccess('The note was withdrawn')
  }
  return (
    <li className="family-note">
      <div>
        {note.withdrawn ? (
          <p className="quiet">
            Withdrawn by {note.withdrawn.by}, {spokenInstant(note.withdrawn.at, today)}
          </p>
        ) : (
          <p className="note-text">{note.text}</p>
        )}
        <p className="quiet">
          {note.isPinned && <strong>Pinned · </strong>}
          {note.by}, {spokenInstant(note.at, today)}
        </p>
      </div>
      {mayPin && !note.withdrawn && (
        <Button
          look="quiet"
          size="small"
          className="no-print"
          aria-label={`${note.isPinned ? 'Unpin' : 'Pin'} “${note.text.slice(0, 40)}”`}
          isBusy={pin.isPending}
          onClick={() =>
            void pin.mutateAsync({ id: accountId, noteId: note.id, isPinned: !note.isPinned }).catch(() => {})
          }
        >
          {note.isPinned ? 'Unpin' : 'Pin'}
        </Button>
      )}
      {note.mayWithdraw && (
        <Button
          look="quiet"
          size="small"
          className="no-print"
          aria-label={`Withdraw “${note.text.slice(0, 40)}”`}
          isBusy={withdraw.isPending}
          onClick={() => void press().catch(() => {})}
        >
          Withdraw
        </Button>
      )}
      {question}
    </li>
  )
}

/** The latest notes, on the overview. */
export function LatestNotes({ family: { id, notes } }: { family: FamilyHead }) {
  const today = useToday()
  if (notes.length === 0) return null
  return (
    <Section title="Notes">
      <ul className="plain-lines">
        {notes.map(note => (
          <li key={note.id}>
            <span className="note-text">{note.text}</span>{' '}
            <span className="quiet">
              {note.isPinned && <strong>Pinned · </strong>}
              {note.by}, {spokenInstant(note.at, today)}
            </span>
          </li>
        ))}
      </ul>
      <p className="row">
        <PageLink to={addresses.familyTab({ id, tab: 'notes' })}>All notes</PageLink>
      </p>
    </Section>
  )
}
