import { Pencil, X } from 'lucide-react'
import * as addresses from '#contract/office/addresses.ts'
import type { DayMarks, ShownNote, WrittenIncident } from '#contract/office/registers.ts'
import { momentInLondon } from '#domain/calendar.ts'
import { mayChangeNote } from '#domain/office/marks.ts'
import { IconButton } from '#web/ui/button.tsx'
import { showFailure } from '../office-query-client.ts'
import { useMe } from '../office-session.ts'
import { PermittedLink } from '../ui/permitted-link.tsx'
import { showUndo } from '../ui/undo-bar.tsx'
import type { Noted } from './note-dialog.tsx'
import { useSaveNote } from './note-queries.ts'

const timeOf = (moment: string) => momentInLondon(new Date(moment)).slice(11)

interface PlaceNotesProps extends Pick<DayMarks, 'notes' | 'incidents'> {
  of: { sessionId: number; day: string }
  about: Noted
  /** Opens a note to change it; without it, notes are only shown. */
  onChange?: (note: ShownNote) => void
}

/** Whether a note or an incident is about a place. */
const isAbout =
  ({ bookingId, walkInId }: Noted) =>
  (one: Pick<ShownNote | WrittenIncident, 'bookingId' | 'walkInId'>) =>
    walkInId ? one.walkInId === walkInId : one.bookingId === bookingId

/** Shows what was noted about a child on this day. */
export function PlaceNotes({ of, about, notes, incidents, onChange }: PlaceNotesProps) {
  const me = useMe()
  const save = useSaveNote(of)
  const { name, ...place } = about
  const remove = async ({ id, version, text }: ShownNote) => {
    const removed = await save({ ...of, ...place, id, version, text: '' })
    showUndo(`Note about ${name} removed`, () => save({ ...of, ...place, ...removed, text }))
  }
  return (
    <>
      {notes.filter(isAbout(about)).map(note => (
        <div key={note.id} className="place-note">
          <p className="register-note">
            {note.text}{' '}
            <span className="quiet figures">
              {note.by} {timeOf(note.at)}
              {note.changed && `, changed by ${note.changed.by} ${timeOf(note.changed.at)}`}
            </span>
          </p>
          {onChange && me && mayChangeNote(me, note.byId) && (
            <span className="place-note-presses no-print">
              <IconButton
                label={`Change the note about ${name}`}
                icon={Pencil}
                onClick={() => onChange(note)}
              />
              <IconButton
                label={`Remove the note about ${name}`}
                icon={X}
                onClick={() => void remove(note).catch(showFailure)}
              />
            </span>
          )}
        </div>
      ))}
      {incidents.filter(isAbout(about)).map(({ id, by, writtenAt }) => (
        <p key={id} className="place-note">
          <PermittedLink to={addresses.incident({ id })}>
            Incident written down {timeOf(writtenAt)}, {by}
          </PermittedLink>
        </p>
      ))}
    </>
  )
}
