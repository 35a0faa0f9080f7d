import { fullDate } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Fact } from '#web/ui/facts.tsx'
import { Dialog } from './dialog.tsx'

/** Returns the value of a form's field. */
type Text = (name: string) => string

export type Decision = 'stored' | 'mine' | 'both'

/** Fields that were changed in a form and, differently, by somebody else since it was opened. */
export interface Conflict {
  names: string[]
  title: string
  storedWords: string
  ownWords: string
  /** Whether it is a long text, where both versions can be kept. */
  isLong: boolean
  /** Returns the values of the fields after the customer's decision. */
  valuesOf: (decision: Decision) => Record<string, string>
}

interface Compared {
  form: HTMLFormElement
  partOf: ((field: string) => string | undefined) | undefined
  text: Text
  before: Text
  stored: Text
}

/** Finds conflicts part by part, because fields that belong together must come from one person. */
export function findConflicts({ form, partOf, text, before, stored }: Compared): Conflict[] {
  const controls = [...form.elements].filter(isNamed)
  const keyOf = ({ name }: Control) => partOf?.(name) ?? `field ${name}`
  return [...new Set(controls.map(keyOf))].flatMap((part): Conflict[] => {
    const own = controls.filter(control => keyOf(control) === part)
    const names = [...new Set(own.map(({ name }) => name))]
    const isSame = (one: Text, other: Text) => names.every(name => tidy(one(name)) === tidy(other(name)))
    if (isSame(text, before) || isSame(stored, before) || isSame(text, stored)) return []
    const [first] = own
    const title = partOf?.(first?.name ?? '') ?? labelOf(first)
    const inWords = (values: Text) =>
      names
        .map(name => wordsOf(own, name, values(name)))
        .filter(Boolean)
        .join(', ')
    const valuesOf = (decision: Decision) =>
      Object.fromEntries(
        names.map(name => {
          const both = `${stored(name)}\n${text(name)}`.trim()
          return [name, { stored: stored(name), mine: text(name), both }[decision]]
        }),
      )
    return [
      {
        ...{ names, title, valuesOf },
        storedWords: inWords(stored),
        ownWords: inWords(text),
        isLong: first instanceof HTMLTextAreaElement,
      },
    ]
  })
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
const isNamed = (element: Element): element is Control =>
  Boolean((element as Control).name) && element.tagName !== 'BUTTON'

const tidy = (value: string) => value.trim().replaceAll('\r\n', '\n')

function labelOf(control: Control | undefined): string {
  const legend = control?.type === 'radio' && control.closest('fieldset')?.querySelector('legend')
  const label = legend || control?.labels?.[0] || control?.parentElement?.querySelector('.field-label')
  return (label?.textContent ?? '').replace('*', '').trim()
}

function wordsOf(controls: Control[], name: string, value: string): string {
  const own = controls.filter(control => control.name === name)
  const [first] = own
  if (first?.type === 'radio')
    return own.find(control => control.value === value)?.labels?.[0]?.textContent ?? value
  if (first?.type === 'date' && value) return fullDate(value)
  // A picture's path, which nobody wants to read.
  return first?.hidden && value ? 'Another picture' : value
}

interface QuestionProps {
  conflict: Conflict
  answer: (decision: Decision) => void
  onClose: () => void
}

/** Shows what somebody else saved beside what was typed here, and lets the customer decide. */
export function ChangedMeanwhile({ conflict, answer, onClose }: QuestionProps) {
  return (
    <Dialog
      title="Somebody else changed this too"
      size="small"
      shape="card"
      onClose={onClose}
      footer={
        <>
          {conflict.isLong && (
            <Button look="secondary" onClick={() => answer('both')}>
              Keep both
            </Button>
          )}
          <Button look="secondary" data-begins onClick={() => answer('stored')}>
            Keep theirs
          </Button>
          <Button look="secondary" onClick={() => answer('mine')}>
            Save mine
          </Button>
        </>
      }
    >
      <p>“{conflict.title}” was changed after you opened this form. What shall we keep?</p>
      <dl className="stack gap-m above-s">
        <Fact name="Saved meanwhile">{conflict.storedWords}</Fact>
        <Fact name="What you entered">{conflict.ownWords}</Fact>
      </dl>
    </Dialog>
  )
}
