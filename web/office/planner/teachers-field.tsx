import './class-times.css'
import { Checkbox } from '#web/ui/forms/field.tsx'

/** A field for the teachers: one, several or none yet, collapsed to their names. */
export function TeachersField({
  teachers,
  chosen,
  onChoose,
}: {
  teachers: { id: number; name: string }[]
  chosen: number[]
  onChoose: (ids: number[]) => void
}) {
  const names = teachers.filter(({ id }) => chosen.includes(id)).map(({ name }) => name)
  return (
    <div className="teachers-field">
      <span className="field-label">Teachers</span>
      <details>
        <summary className="field-box field-select">
          <span className="sr-only">Teachers: </span>
          {names.join(', ') || 'Nobody yet'}
        </summary>
        <fieldset>
          <legend className="sr-only">Teachers</legend>
          {teachers.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={chosen.includes(id)}
              onChange={() =>
                onChoose(chosen.includes(id) ? chosen.filter(one => one !== id) : [...chosen, id])
              }
            />
          ))}
        </fieldset>
      </details>
    </div>
  )
}
