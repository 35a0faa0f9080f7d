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
import { flushSync } from 'react-dom'
import type { Act } from '#domain/failure-words.ts'
import { Refusal } from '#domain/refusal.ts'
import { tidyLine } from '#domain/written-text.ts'
import { Button } from './button.tsx'
import type { Conflict, Decision } from './changed-meanwhile.tsx'
import { FailureNote } from './failure-note.tsx'
import { forgetDraft, keepFormDraft, openFold, restoreFormDraft, typedFields } from './form-draft.ts'
import { useLeaveGuard } from './leave-guard.tsx'
import { closeProblems, showHint, showProblem } from './messages.tsx'

/** The text of a named field; empty when there is none. */
export type Text = (name: string) => string

const loadQuestion = () => import('./changed-meanwhile.tsx')
type Question = Awaited<ReturnType<typeof loadQuestion>> & {
  conflict: Conflict
  answer: (decision: Decision | undefined) => void
}
/** So often somebody else may be first before the refusal is told instead. */
const maxQuestions = 5

/** With `button`, the name and value of what the form was sent by as well. */
export function readForm(form: HTMLFormElement, button?: HTMLElement | null): Text {
  const values = new FormData(form, button)
  return name => String(values.get(name) ?? '')
}

/** The named fields, without the blanks around them. */
export const trimmed = <Name extends string>(text: Text, ...names: Name[]): Record<Name, string> =>
  Object.fromEntries(names.map(name => [name, text(name).trim()])) as Record<Name, string>

/** The named fields as the server stores a line: without blanks around and invisible characters. */
export const tidied = <Name extends string>(text: Text, ...names: Name[]): Record<Name, string> =>
  Object.fromEntries(names.map(name => [name, tidyLine(text(name))])) as Record<Name, string>

/** Fills fields in as if they had been typed, so that drafts, notes and progress follow. */
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

/** What must hold before a form is sent. Every field that fails is marked; the first failing sentence is told. */
export interface Check {
  field: string
  holds: boolean
  sentence: string
  /** Stands at the field, in other words than the message. */
  note?: string
}

/** The usual check: something is filled in. */
export const filledIn = (text: Text, field: string, sentence: string): Check => ({
  field,
  holds: tidyLine(text(field)) !== '',
  sentence,
})

export interface FormState {
  notes: Record<string, string>
  isSending: boolean
  /** Why it was sent in vain the last time, where no answer came. */
  failure?: unknown
  /** The value of the button that it was last sent by. */
  sentBy: string
  values: object
  /** Whether all hold; otherwise the first that fails is told, and its field marked and focused. */
  hold: (checks: Check[]) => boolean
  /** Marks and focuses the field that a refusal names; it is told already. */
  mark: (error: unknown) => void
}
export const FormContext = createContext<FormState>({
  notes: {},
  isSending: false,
  sentBy: '',
  values: {},
  hold: () => true,
  mark: () => {},
})

/** For a button inside a form that needs some of its fields: the form's way of checking. */
export const useFormChecks = (): FormState['hold'] => useContext(FormContext).hold

/** For what such a button asks of the server: the form's way of marking what is refused. */
export const useFormMarking = (): FormState['mark'] => useContext(FormContext).mark

/** What a form's last check says about one of its fields. */
export const useFormNote = (field: string | undefined): string | undefined =>
  useContext(FormContext).notes[field ?? '']

/** Reads the form that an element lies in: at first, and whenever something is entered. */
export function useFormReading(inForm: RefObject<Element | null>, read: (text: Text) => void): void {
  useEffect(() => {
    const form = inForm.current?.closest('form')
    if (!form) return
    const look = () => read(readForm(form))
    look()
    // The form puts a draft into its fields after they are drawn.
    queueMicrotask(look)
    form.addEventListener('input', look)
    return () => form.removeEventListener('input', look)
  }, [inForm, read])
}

const noValues = {}

/** What stands in one of a form's fields to begin with. */
export function useFormValue(field: string | undefined): string | undefined {
  const value: unknown = (useContext(FormContext).values as Record<string, unknown>)[field ?? '']
  return typeof value === 'string' ? value : undefined
}

const textIn = (values: object, field: string): string => {
  const value: unknown = (values as Record<string, unknown>)[field]
  return typeof value === 'string' ? value : ''
}

interface FormProps<Result> {
  /** What the fields are filled in with to begin with, by their names. */
  values?: object
  /** In the order in which they are told: the first that fails is, and nothing is sent. */
  checks?: (text: Text) => Check[]
  /**
   * Its refusals are met centrally, and marked where they name a field; afterwards the form can be sent again. False is
   * the answer of who was asked and sends nothing: what was typed stays. `before` is what the fields began with.
   */
  onSend: (text: Text, before: Text) => Promise<Result | false>
  /**
   * Reads the record again after a save was refused with 409, because somebody else changed the same: what is stored now
   * is shown, and the form is sent again as the customer decides.
   */
  reread?: () => Promise<object>
  /** What fields are called that count as one answer, as an address does. */
  partOf?: (field: string) => string | undefined
  /** The form stays closed to a second press until this is done. */
  onSent?: (result: Result, form: HTMLFormElement) => Promise<void> | void
  /** Stays closed to a press for this as well: a picture is on its way, or the browser to the card page. */
  isBusy?: boolean
  /** Keeps what is typed over a reload, under this name, until it is sent. */
  draft?: string
  /** Asked before unsaved changes are left. */
  leaveQuestion?: string
  className?: string
  children: ReactNode
}

/**
 * A native form: checked in order when it is sent, and sent once however often it is pressed. It may stand around a
 * `<Dialog>`, whose foot then holds its buttons.
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
  const element = useRef<HTMLFormElement>(null)
  const isGuarded = useRef(false)
  /** The fields that were changed, each with what it began with. */
  const touched = useRef(new Map<string, string>())
  const latestValues = useRef(values)
  const [question, setQuestion] = useState<Question>()
  /** Something was typed before it was known whose it is. */
  const isUnkept = useRef(false)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [sentBy, setSentBy] = useState('')
  const [isChanged, setChanged] = useState(false)
  const [notes, setNotes] = useState<Record<string, string>>({})
  const [leaveDialog, release] = useLeaveGuard({
    isOn: isChanged && leaveQuestion !== undefined,
    question: leaveQuestion ?? '',
    onLeave: () => draft && forgetDraft(draft),
  })

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
    // What counts or mirrors the fields hears of their new values.
    if (touched.current.size > 0) form.dispatchEvent(new Event('input', { bubbles: true }))
  }, [draft])

  const noteChange = (event: FormEvent<HTMLFormElement>) => {
    setChanged(true)
    isUnkept.current = !draft
    // The form itself says that a draft was restored.
    const name = event.target === event.currentTarget ? '' : (event.target as HTMLInputElement).name
    if (name && !touched.current.has(name)) touched.current.set(name, textIn(values, name))
    if (draft) keepFormDraft(draft, event.currentTarget, touched.current)
    if (notes[name]) setNotes(({ [name]: _gone, ...others }) => others)
  }
  const finish = async (result: Result | false, form: HTMLFormElement) => {
    if (result === false) return
    touched.current.clear()
    if (draft) forgetDraft(draft)
    await release()
    setChanged(false)
    await onSent?.(result, form)
  }
  const hold = (given: Check[]) => {
    const failing = given.filter(check => !check.holds)
    // The note stands at the field before the field gets the focus: a screen reader reads them together.
    flushSync(() => setNotes(notesOf(failing)))
    closeProblems()
    const [first] = failing
    if (!first) return true
    showHint(first.sentence)
    const form = element.current
    if (form) for (const { field } of failing) openFold(controlOf(form, field))
    if (form) focusField(form, first.field)
    return false
  }
  const mark = (error: unknown) => {
    if (!(error instanceof Refusal && error.field)) return
    const { field, message } = error
    flushSync(() => setNotes({ [field]: message }))
    if (element.current) focusField(element.current, field)
  }
  /** Asks about each field that somebody else changed as well; false when the customer would rather look again. */
  const decide = async (form: HTMLFormElement, text: Text, before: Text) => {
    const newest = (await reread?.()) ?? noValues
    const file = await loadQuestion()
    const stored = (name: string) => textIn(newest, name)
    for (const conflict of file.findConflicts({ form, partOf, text, before, stored })) {
      const decision = await new Promise<Decision | undefined>(answer =>
        setQuestion({ ...file, conflict, answer }),
      )
      setQuestion(undefined)
      if (!decision) return false
      for (const name of conflict.names) touched.current.set(name, stored(name))
      fillInForm(form, conflict.valuesOf(decision))
    }
    return true
  }
  const sendUntilDecided = async (form: HTMLFormElement, submitter: HTMLElement | null) => {
    const pressed = readForm(form, submitter)
    for (let asked = 0; ; asked++) {
      // Read again after a question. What the button says was read before: while it is busy it is none to send by.
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
    if (isGuarded.current || isBusy) return
    const form = event.currentTarget
    const { submitter } = event.nativeEvent as SubmitEvent
    const text = readForm(form, submitter)
    if (!hold(checks?.(text) ?? [])) return
    isGuarded.current = true
    setSending(true)
    setFailure(undefined)
    setSentBy(submitter?.getAttribute('value') ?? '')
    const reset = () => {
      isGuarded.current = false
      setSending(false)
    }
    const refuse = (error: unknown) => {
      reset()
      setFailure(error)
      mark(error)
    }
    sendUntilDecided(form, submitter).then(result => finish(result, form).finally(reset), refuse)
  }
  return (
    <FormContext value={{ notes, isSending: isSending || isBusy, failure, sentBy, values, hold, mark }}>
      {/* Until the page's code is there, method="dialog" sends nothing, and no password into an address. */}
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
      {question && <question.ChangedMeanwhile key={question.conflict.title} {...question} />}
    </FormContext>
  )
}

/** In the order of the checks; the first of a field's notes wins, as the first of all sentences is the one that is told. */
export function notesOf(failing: Check[]): Record<string, string> {
  const notes: Record<string, string> = {}
  for (const { field, note = 'Please fill this in' } of failing) notes[field] ??= note
  return notes
}

const controlOf = (form: HTMLFormElement, name: string) =>
  [...form.elements].find(element => element.getAttribute('name') === name && !element.matches(':disabled'))

export function focusField(form: HTMLFormElement, name: string): void {
  const control = controlOf(form, name)
  if (!(control instanceof HTMLElement)) return
  openFold(control)
  control.focus()
  // Away from the edges, where messages stand.
  control.scrollIntoView({ block: 'center' })
}

/**
 * Sends the form it is in, looks busy while that lasts, and says when no answer came what that means for this `act`. Of
 * several, each has a `name` and a `value`, which `onSend` reads like a field's.
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

/** The same line where the button is gone by then: what was pressed may have been done after all. */
export const FormFailure = ({ act }: { act: Act }) => (
  <FailureNote error={useContext(FormContext).failure} act={act} />
)
