import { type FormEvent, useState } from 'react'
import { closeDialog } from '#web/navigation/layers.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/forms/dialog.tsx'
import { Field } from '#web/ui/forms/field.tsx'

export interface Collector {
  name: string
  relationship: string
}

/** Asks who collected a child: one press on somebody the family named, or a name. */
export function CollectDialog({
  name,
  people,
  onCollected,
  onClose,
}: {
  name: string
  people: readonly Collector[]
  onCollected: (collectedBy: string) => void
  onClose: () => void
}) {
  const [other, setOther] = useState('')
  const collect = (collectedBy: string) => {
    onCollected(collectedBy)
    closeDialog()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (other.trim()) collect(other.trim())
  }
  return (
    <Dialog title={`Who collects ${name}?`} size="small" shape="card" onClose={onClose}>
      <div className="stack gap-s">
        {people.map(person => (
          <Button
            key={`${person.name} ${person.relationship}`}
            look="secondary"
            className="collector"
            onClick={() => collect(person.name)}
          >
            {person.name}
            {person.relationship && <span className="quiet">{person.relationship}</span>}
          </Button>
        ))}
        <Button look="secondary" className="collector" onClick={() => collect('')}>
          Left without saying who
        </Button>
        <form className="collector-other" onSubmit={submit}>
          <Field
            label="Somebody else"
            value={other}
            maxLength={200}
            autoComplete="off"
            onChange={event => setOther(event.currentTarget.value)}
          />
          <Button type="submit" disabled={!other.trim()}>
            Save
          </Button>
        </form>
      </div>
    </Dialog>
  )
}
