import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/forms/dialog.tsx'
import { compareField, hasChanged } from './compare-field.ts'

export interface Meanwhile<Thing> {
  /** “Ann changed this at 14:05. Nothing of yours is lost”. */
  sentence: string
  /** The item as it is now. */
  current: Thing
}

/**
 * Compares both versions when two people saved one item, field by field, and lets the second person decide (decision
 * O-12). Fields that only the first one changed keep that value.
 */
export function MeanwhileDialog<Thing>({
  meanwhile,
  form,
  began,
  theirs,
  answer,
  onClose,
  onSaveMine,
  onTakeTheirs,
}: {
  meanwhile: Meanwhile<Thing>
  form: HTMLFormElement | null
  /** The initial values of the fields. */
  began: Record<string, string>
  theirs: Record<string, string>
  /** Closes the dialog, and then does what was decided. */
  answer: (decided: () => void) => void
  onClose: () => void
  onSaveMine: () => void
  onTakeTheirs: () => void
}) {
  const [isCompared, setCompared] = useState(false)
  const differing = Object.entries(theirs).flatMap(([name, text]) => {
    const compared = form && compareField(form, name, text)
    return compared ? [{ ...compared, isMine: hasChanged(form, name, began) }] : []
  })
  return (
    <Dialog
      title={meanwhile.sentence}
      shape="card"
      onClose={onClose}
      footer={
        <>
          {!isCompared && (
            <Button look="secondary" onClick={() => setCompared(true)}>
              See what changed
            </Button>
          )}
          <Button look="secondary" onClick={() => answer(onTakeTheirs)}>
            Take theirs
          </Button>
          <Button look="secondary" onClick={() => answer(onSaveMine)}>
            Save mine
          </Button>
        </>
      }
    >
      {isCompared ? (
        <table className="meanwhile">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Theirs</th>
              <th scope="col">Mine</th>
            </tr>
          </thead>
          <tbody>
            {differing.map(({ label, theirs: text, mine, isMine }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{text || '–'}</td>
                <td className={isMine ? undefined : 'quiet'}>
                  {isMine ? mine || '–' : 'Not changed: theirs stays'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p>What you typed is still in the form. Where you changed nothing, theirs stays.</p>
      )}
    </Dialog>
  )
}
