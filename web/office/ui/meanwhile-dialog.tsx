import { useRef, useState } from 'react'
import { closeDialog } from '#web/navigation/layers.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { compareField, hasChanged } from './compare-field.ts'

export interface Meanwhile<Thing> {
  /** “Ann changed this at 14:05. Nothing of yours is lost”. */
  sentence: string
  /** How it stands now. */
  current: Thing
}

/**
 * Two people saved one thing: both ways are shown, field by field, and whoever came second decides (decision O-12). What
 * only the first one changed stays theirs either way.
 */
export function MeanwhileDialog<Thing>({
  meanwhile,
  form,
  began,
  theirs,
  onClose,
  onSaveMine,
  onTakeTheirs,
}: {
  meanwhile: Meanwhile<Thing>
  form: HTMLFormElement | null
  /** What the fields began with. */
  began: Record<string, string>
  theirs: Record<string, string>
  onClose: () => void
  onSaveMine: () => void
  onTakeTheirs: () => void
}) {
  const [isCompared, setCompared] = useState(false)
  const then = useRef<() => void>(undefined)
  // Closed by going back, so that what follows may navigate.
  const answer = (next: () => void) => {
    then.current = next
    closeDialog()
  }
  const differing = Object.entries(theirs).flatMap(([name, text]) => {
    const compared = form && compareField(form, name, text)
    return compared ? [{ ...compared, isMine: hasChanged(form, name, began) }] : []
  })
  return (
    <Dialog
      title={meanwhile.sentence}
      shape="card"
      onClose={() => {
        onClose()
        then.current?.()
      }}
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
