import { useRef } from 'react'
import { closeDialog } from '#web/navigation/layers.ts'
import { slashedDate } from './british-dates.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Fact } from './facts.tsx'
import type { Text } from './form.tsx'

export type Decision = 'stored' | 'mine' | 'both'

/** Fields that were changed in a form and, to something else, by somebody else since it was opened. */
export interface Conflict {
  names: string[]
  title: string
  storedWords: string
  ownWords: string
  /** Long texts can be kept both. */
  isLong: boolean
  /** What the fields hold after the customer has decided. */
  valuesOf: (decision: Decision) => Record<string, string>
}

interface Compared {
  form: HTMLFormElement
  partOf: ((field: string) => string | undefined) | undefined
  text: Text
  before: Text
  stored: Text
}

/** Compares part by part: fields that count as one answer are taken from one person. */
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
  if (first?.type === 'date' && value) return slashedDate(value)
  // The path of a picture.
  return first?.hidden && value ? 'Another picture' : value
}

interface QuestionProps {
  conflict: Conflict
  /** Nothing when the dialog is closed. */
  answer: (decision: Decision | undefined) => void
}

/** Shows what somebody else saved beside what was typed here, and lets the customer decide. */
export function ChangedMeanwhile({ conflict, answer }: QuestionProps) {
  const decision = useRef<Decision>(undefined)
  // Closed by going back: what follows may open the next question.
  const decideFor = (decided: Decision) => {
    decision.current = decided
    closeDialog()
  }
  return (
    <Dialog
      title="Somebody else changed this too"
      size="small"
      shape="card"
      onClose={() => answer(decision.current)}
      footer={
        <>
          {conflict.isLong && (
            <Button look="secondary" onClick={() => decideFor('both')}>
              Keep both
            </Button>
          )}
          <Button look="secondary" data-begins onClick={() => decideFor('stored')}>
            Keep theirs
          </Button>
          <Button look="secondary" onClick={() => decideFor('mine')}>
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
