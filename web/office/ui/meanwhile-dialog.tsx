import { useRef, useState } from 'react'
import { closeDialog } from '#web/navigation/layers.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { plainText } from '#web/ui/plain-text.ts'

export interface Meanwhile<Thing> {
  /** “Ann changed this at 14:05. Nothing of yours is lost”. */
  sentence: string
  /** How it stands now. */
  current: Thing
}

/** Two people saved one thing: both ways are shown, field by field, and whoever came second decides (decision O-12). */
export function MeanwhileDialog<Thing>({
  meanwhile,
  form,
  theirs,
  onClose,
  onSaveMine,
  onTakeTheirs,
}: {
  meanwhile: Meanwhile<Thing>
  form: HTMLFormElement | null
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
    return compared ? [compared] : []
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
            {differing.map(({ label, theirs: text, mine }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{text || '–'}</td>
                <td>{mine || '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p>What you typed is still in the form.</p>
      )}
    </Dialog>
  )
}

/** A field in both ways as a person reads it; undefined where both say the same. */
function compareField(form: HTMLFormElement, name: string, text: string) {
  const [control, ...others] = [...form.elements].filter(element => element.getAttribute('name') === name)
  if (others.length > 0) return compareTicks([control, ...others] as HTMLInputElement[], text)
  if (control instanceof HTMLInputElement && /checkbox|radio/.test(control.type)) {
    if (control.checked === (text !== '')) return undefined
    const words = (isTicked: boolean) => (isTicked ? 'Yes' : 'No')
    return { label: labelOf(control), theirs: words(text !== ''), mine: words(control.checked) }
  }
  if (control instanceof HTMLSelectElement) {
    if (control.value === text) return undefined
    const wordOf = (value: string) =>
      [...control.options].find(option => option.value === value)?.text ?? value
    return { label: labelOf(control), theirs: wordOf(text), mine: wordOf(control.value) }
  }
  if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return undefined
  return control.value.trim() === text.trim()
    ? undefined
    : { label: labelOf(control), theirs: plainText(text), mine: plainText(control.value) }
}

/** Several boxes of one name, as a field's text has them: 'class,event'. */
function compareTicks(boxes: HTMLInputElement[], text: string) {
  const theirs = text.split(',')
  if (boxes.every(({ checked, value }) => checked === theirs.includes(value))) return undefined
  const wordsOf = (isIn: (box: HTMLInputElement) => boolean) => boxes.filter(isIn).map(labelOf).join(', ')
  return {
    label: boxes[0]?.closest('fieldset')?.querySelector('legend')?.textContent ?? '',
    theirs: wordsOf(({ value }) => theirs.includes(value)),
    mine: wordsOf(({ checked }) => checked),
  }
}

const labelOf = (control: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement) =>
  (control.labels?.[0]?.textContent ?? control.getAttribute('aria-label') ?? control.name).replace(
    /\s*\*$/,
    '',
  )
