import {
  type ComponentProps,
  createContext,
  type FormEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Act } from '#domain/failure-messages.ts'
import { Refusal } from '#domain/refusal.ts'
import { tidyLine } from '#domain/tidy-text.ts'
import { Button } from '#web/ui/button.tsx'
import { closeProblems, showHint, showProblem } from '#web/ui/messages.tsx'
import { useAsking } from './asking.ts'
import type { Conflict, Decision } from './changed-meanwhile.tsx'
import { FailureNote } from './failure-note.tsx'
import { forgetDraft, keepFormDraft, openFold, restoreFormDraft, typedFields } from './form-draft.ts'
import { controlOf, type Notes, useFormState } from './form-state.ts'

/** Returns the text of a named field; '' when there is none. */
export type Text = (name: string) => string

const loadQuestion = () => import('./changed-meanwhile.tsx')
type Question = Awaited<ReturnType<typeof loadQuestion>> & { conflict: Conflict }
/** The maximum number of conflict questions in one save. */
const maxQuestions = 5

/** Reads a form's fields; with `button`, also the name and value of the button. */
export function readForm(form: HTMLFormElement, button?: HTMLElement | null): Text {
  const values = new FormData(form, button)
  return name => String(values.get(name) ?? '')
}

/** Reads the named fields, trimmed. */
export const trimmed = <Name extends string>(text: Text, ...names: Name[]): Record<Name, string> =>
  Object.fromEntries(names.map(name => [name, text(name).trim()])) as Record<Name, string>

/** Reads the named fields as the server stores a line: trimmed, without invisible characters. */
export const tidied = <Name extends string>(text: Text, ...names: Name[]): Record<Name, string> =>
  Object.fromEntries(names.map(name => [name, tidyLine(text(name))])) as Record<Name, string>

/** Fills in fields as if they were typed, so that drafts, notes and progress follow. */
export function fillInForm(form: HTMLFormElement, values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name)
    if (
      !(
        field instanceof RadioNodeList ||
        field instanceof HTMLInputElement ||
        field instanceof HTMLTextAreaElement
      )
    )
      continue
    field.value = value
    const control = field instanceof RadioNodeList ? field[0] : field
    control?.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/** A condition for sending a form. Every failing field is marked; the first failing sentence is shown. */
export interface Check {
  field: string
  holds: boolean
  sentence: string
  /** The note at the field, if it differs from the message. */
  note?: string
}

/** Checks that something is filled in. */
export const filledIn = (text: Text, field: string, sentence: string): Check => ({
  field,
  holds: tidyLine(text(field)) !== '',
  sentence,
})

/** The state and functions that a form provides to the fields and buttons in it. */
interface FormContents {
  notes: Notes
  isSending: boolean
  /** The failure of the last try, if no answer came. */
  failure?: unknown
  /** The value of the button that last sent the form. */
  sentBy: string
  values: object
  /** Returns whether all checks hold; otherwise shows the first failure, and marks and focuses its field. */
  hold: (checks: Check[]) => boolean
  /** Marks and focuses the field of a refusal that was shown already. */
  mark: (error: unknown) => void
}
/** The contents for a field outside any form. */
export const noForm: FormContents = {
  notes: {},
  isSending: false,
  sentBy: '',
  values: {},
  hold: () => true,
  mark: () => {},
}
export const FormContext = createContext(noForm)

/** Returns the form's checking function, for a button inside it that needs some of its fields. */
export const useFormChecks = (): FormContents['hold'] => useContext(FormContext).hold

/** Returns the form's function that marks a refused field, for a button inside it. */
export const useFormMarking = (): FormContents['mark'] => useContext(FormContext).mark

/** Returns the form's current error of a field. */
export const useFormNote = (field: string | undefined): string | undefined =>
  useContext(FormContext).notes[field ?? '']

/** Reads the form around an element: at first, and after every input. */
export function useFormReading(inForm: RefObject<Element | null>, read: (text: Text) => void): void {
  useEffect(() => {
    const form = inForm.current?.closest('form')
    if (!form) return
    const look = () => read(readForm(form))
    look()
    // The form restores a draft after the first render.
    queueMicrotask(look)
    form.addEventListener('input', look)
    return () => form.removeEventListener('input', look)
  }, [inForm, read])
}

const noValues = {}

/** Returns the initial value of a form's field. */
export function useFormValue(field: string | undefined): string | undefined {
  const value: unknown = (useContext(FormContext).values as Record<string, unknown>)[field ?? '']
  return typeof value === 'string' ? value : undefined
}

const textIn = (values: object, field: string): string => {
  const value: unknown = (values as Record<string, unknown>)[field]
  return typeof value === 'string' ? value : ''
}

interface FormProps<Result> {
  /** The initial values of the fields, by name. */
  values?: object
  /** Returns the checks in order: the first failure is shown, and nothing is sent. */
  checks?: (text: Text) => Check[]
  /**
   * Sends the form. Refusals are shown centrally, and marked where they name a field; then the form can be sent
   * again. Resolving to false means that the person declined a question. `before` has the initial values.
   */
  onSend: (text: Text, before: Text) => Promise<Result | false>
  /**
   * Reads the record again after a 409, when somebody else changed the same fields: shows the stored values,
   * and sends again as the customer decides.
   */
  reread?: () => Promise<object>
  /** Names the part of fields that belong together, such as an address. */
  partOf?: (field: string) => string | undefined
  /** Runs after sending; the form cannot be sent again until it is done. */
  onSent?: (result: Result, form: HTMLFormElement) => Promise<void> | void
  /** Also blocks sending: a picture is uploading, or the browser is opening the card page. */
  isBusy?: boolean
  /** Keeps typed values over a reload, under this name, until they are sent. */
  draft?: string
  /** The question before unsaved changes are left. */
  leaveQuestion?: string
  className?: string
  children: ReactNode
}

/**
 * A native form: checked in order when sent, and sent once however often it is pressed. It may contain a `<Dialog>`
 * that has its buttons.
 */
export function Form<Result>({
  values = noValues,
  checks,
  onSend,
  onSent,
  reread,
  partOf,
  isBusy = false,
  draft,
  leaveQuestion,
  className,
  children,
}: FormProps<Result>) {
  const { element, isSending, notes, setChanged, sendOnce, showNotes, removeNotes, settle, leaveDialog } =
    useFormState({ leaveQuestion, forget: () => draft && forgetDraft(draft) })
  /** The changed fields, each with its initial value. */
  const touched = useRef(new Map<string, string>())
  const latestValues = useRef(values)
  const { question, ask, ...asking } = useAsking<Question, Decision>()
  /** Whether something was typed before it was known who is signed in. */
  const isUnkept = useRef(false)
  const [failure, setFailure] = useState<unknown>()
  const [sentBy, setSentBy] = useState('')

  useEffect(() => {
    latestValues.current = values
  })
  useEffect(() => {
    const form = element.current
    for (const name of form ? typedFields(form) : [])
      if (!touched.current.has(name)) touched.current.set(name, textIn(latestValues.current, name))
    if (!form || !draft) return
    if (isUnkept.current) return keepFormDraft(draft, form, touched.current)
    for (const [name, began] of restoreFormDraft(draft, form)) touched.current.set(name, began)
    // Counters and mirrors of the fields need an event to see the new values.
    if (touched.current.size > 0) form.dispatchEvent(new Event('input', { bubbles: true }))
  }, [element, draft])

  const noteChange = (event: FormEvent<HTMLFormElement>) => {
    setChanged(true)
    isUnkept.current = !draft
    // A restored draft dispatches this on the form itself.
    const name = event.target === event.currentTarget ? '' : (event.target as HTMLInputElement).name
    if (name && !touched.current.has(name)) touched.current.set(name, textIn(values, name))
    if (draft) keepFormDraft(draft, event.currentTarget, touched.current)
    // A control that changes a whole group, such as “Select all”, names the group's field.
    const changed = name || (event.target as HTMLElement).dataset.field
    // The message goes with the mistake that it spoke of.
    if (changed && notes[changed]) closeProblems()
    removeNotes(field => field === changed)
  }
  const hold = (given: Check[]) => {
    const failing = given.filter(check => !check.holds)
    const form = element.current
    closeProblems()
    if (failing[0]) showHint(failing[0].sentence)
    if (form) for (const { field } of failing) openFold(controlOf(form, field))
    showNotes(notesOf(failing))
    return failing.length === 0
  }
  const mark = (error: unknown) => {
    if (error instanceof Refusal && error.field) showNotes({ [error.field]: error.message })
  }
  const refuse = (error: unknown): false => {
    setFailure(error)
    mark(error)
    return false
  }
  /** Asks about each field that somebody else changed too; returns false if the customer wants to look again. */
  const decide = async (form: HTMLFormElement, text: Text, before: Text) => {
    const newest = (await reread?.()) ?? noValues
    const file = await loadQuestion()
    const stored = (name: string) => textIn(newest, name)
    for (const conflict of file.findConflicts({ form, partOf, text, before, stored })) {
      const decision = await ask({ ...file, conflict })
      if (!decision) return false
      for (const name of conflict.names) touched.current.set(name, stored(name))
      fillInForm(form, conflict.valuesOf(decision))
    }
    return true
  }
  const sendUntilDecided = async (form: HTMLFormElement, submitter: HTMLElement | null) => {
    const pressed = readForm(form, submitter)
    for (let asked = 0; ; asked++) {
      // Read again after a question. A busy button sends nothing, so its value was read before.
      const fields = readForm(form)
      const text = (name: string) => (submitter?.getAttribute('name') === name ? pressed : fields)(name)
      const before = (name: string) => touched.current.get(name) ?? text(name)
      try {
        return await onSend(text, before)
      } catch (error) {
        const isStale = reread && error instanceof Refusal && error.code === 409
        if (!isStale) throw error
        if (asked === maxQuestions) showProblem(error.message)
        if (asked === maxQuestions) throw error
        if (!(await decide(form, text, before))) return false
      }
    }
  }
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending || isBusy) return
    const form = event.currentTarget
    const { submitter } = event.nativeEvent as SubmitEvent
    if (!hold(checks?.(readForm(form, submitter)) ?? [])) return
    void sendOnce(async () => {
      setFailure(undefined)
      setSentBy(submitter?.getAttribute('value') ?? '')
      const result = await sendUntilDecided(form, submitter).catch(refuse)
      if (result === false) return
      touched.current.clear()
      await settle()
      await onSent?.(result, form)
    })
  }
  return (
    <FormContext value={{ notes, isSending: isSending || isBusy, failure, sentBy, values, hold, mark }}>
      {/* Before the page's code has loaded, method="dialog" sends nothing, so no password gets into
          an address. */}
      <form
        ref={element}
        method="dialog"
        noValidate
        onSubmit={send}
        onInput={noteChange}
        className={className}
      >
        {children}
      </form>
      {leaveDialog}
      {question && (
        <question.ChangedMeanwhile key={question.conflict.title} conflict={question.conflict} {...asking} />
      )}
    </FormContext>
  )
}

/** Returns the first note of each field, in the order of the checks. */
export function notesOf(failing: Check[]): Notes {
  const notes: Notes = {}
  for (const { field, note = 'Please fill this in' } of failing) notes[field] ??= note
  return notes
}

/**
 * Sends its form, looks busy meanwhile, and says what a missing answer means for this `act`. Several buttons
 * each have a `name` and a `value`, which `onSend` reads like a field's.
 */
export function SubmitButton({
  value = '',
  isBusy = false,
  act = 'save',
  ...button
}: ComponentProps<typeof Button> & { value?: string; act?: Act }) {
  const { isSending, sentBy, failure } = useContext(FormContext)
  const isOwn = sentBy === value
  return (
    <>
      <Button {...button} value={value} type="submit" isBusy={isBusy || (isSending && isOwn)} />
      {isOwn && <FailureNote error={failure} act={act} />}
    </>
  )
}

/** Shows the same line if the button is gone, because the action may have been done. */
export const FormFailure = ({ act }: { act: Act }) => (
  <FailureNote error={useContext(FormContext).failure} act={act} />
)
