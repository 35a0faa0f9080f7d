import { type ReactNode, useState } from 'react'
import type { DayMarks } from '#contract/office/registers.ts'
import { telOf } from '#domain/email-address.ts'
import { closeDialog } from '#web/navigation/layers.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/forms/dialog.tsx'
import { Checkbox, Field } from '#web/ui/forms/field.tsx'
import { describeMark, MarkButtons } from './mark-buttons.tsx'
import type { Noted } from './note-dialog.tsx'
import { NotePress } from './note-press.tsx'
import { type Held, keyOfPlace, type Place, type PressMark } from './use-marks.ts'

type WalkIn = DayMarks['walkIns'][number]

/** Lists those who came without a booking, and notes another. They count at once. */
export function WalkIns({
  walkIns,
  held,
  said,
  isMarking,
  press,
  onLeft,
  notesOf,
  onNote,
}: {
  walkIns: readonly WalkIn[]
  held: ReadonlyMap<string, Held>
  said: ReadonlyMap<string, Held>
  isMarking: boolean
  press: PressMark
  onLeft: (place: Place, name: string) => void
  /** Renders what was noted about somebody on this day. */
  notesOf: (about: Noted) => ReactNode
  /** Returns what adds a note about somebody, if this member may. */
  onNote: (about: Noted) => (() => void) | undefined
}) {
  const [isAdding, setAdding] = useState(false)
  if (walkIns.length === 0 && !isMarking) return null
  return (
    <section aria-labelledby="walk-ins" className="above-l">
      <h2 id="walk-ins">Walk-ins</h2>
      {walkIns.length > 0 && (
        <ul className="register-rows">
          {walkIns.map(({ by: _by, ...walkIn }) => {
            const about = { walkInId: walkIn.id, name: walkIn.name }
            const add = onNote(about)
            return (
              <li key={walkIn.id} className="register-row">
                <div className="stack gap-s">
                  <p className="register-name">
                    <span>{walkIn.name}</span>
                  </p>
                  <p className="register-marks">
                    <span className="register-mark">Not booked</span>
                    {walkIn.isTrial && <span className="register-mark">Trial</span>}
                    {walkIn.phone && <a href={`tel:${telOf(walkIn.phone)}`}>{walkIn.phone}</a>}
                  </p>
                  {isMarking && (
                    <MarkButtons
                      name={walkIn.name}
                      held={held.get(keyOfPlace({ walkIn }))}
                      onPress={state => press({ walkIn }, state)}
                      onLeft={() => onLeft({ walkIn }, walkIn.name)}
                    />
                  )}
                  <div className="mark-line">
                    <p className="mark-held quiet figures">
                      {describeMark(said.get(keyOfPlace({ walkIn })))}
                    </p>
                    {add && <NotePress name={walkIn.name} onPress={add} />}
                  </div>
                  {notesOf(about)}
                </div>
              </li>
            )
          })}
        </ul>
      )}
      {isMarking && (
        <Button look="secondary" className="no-print above-s" onClick={() => setAdding(true)}>
          Add a walk-in
        </Button>
      )}
      {isAdding && (
        <AddWalkIn
          onAdded={walkIn => press({ walkIn: { id: crypto.randomUUID(), ...walkIn } }, 'here')}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  )
}

function AddWalkIn({
  onAdded,
  onClose,
}: {
  onAdded: (walkIn: Omit<NonNullable<Place['walkIn']>, 'id'>) => void
  onClose: () => void
}) {
  const [problem, setProblem] = useState('')
  return (
    <Dialog title="Add a walk-in" size="small" shape="card" onClose={onClose}>
      <form
        className="stack"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          const form = new FormData(event.currentTarget)
          const text = (field: string) => String(form.get(field) ?? '').trim()
          if (!text('name')) {
            setProblem('Please write their name')
            event.currentTarget.querySelector('input')?.focus()
            return
          }
          onAdded({ name: text('name'), phone: text('phone'), isTrial: form.has('isTrial') })
          closeDialog()
        }}
      >
        <Field
          label="Name"
          name="name"
          maxLength={100}
          autoComplete="off"
          isStarred
          error={problem}
          data-begins
        />
        <Field label="Whom to ring" name="phone" type="tel" maxLength={40} autoComplete="off" />
        <Checkbox label="This is a trial" name="isTrial" />
        <div>
          <Button type="submit">Add them as here</Button>
        </div>
      </form>
    </Dialog>
  )
}
