import { TextArea } from '#web/ui/forms/field.tsx'

/** The field for a note in the mail to every family of a settled date. */
export function NoteToFamilies({ note, onChange }: { note: string; onChange: (note: string) => void }) {
  return (
    <TextArea
      label="Note to the families"
      hint="In the email, after what they get back"
      rows={3}
      maxLength={500}
      value={note}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}
