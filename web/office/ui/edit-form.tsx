import './edit-form.css'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { momentInLondon } from '#domain/calendar.ts'
import { isSignedOut, OfficeRefusal } from '#domain/office/office-refusal.ts'
import { Button } from '#web/ui/button.tsx'
import { useAsking } from '#web/ui/forms/asking.ts'
import { useConfirm } from '#web/ui/forms/confirm-dialog.tsx'
import { useCloseDialog } from '#web/ui/forms/dialog.tsx'
import {
  type Check,
  FormContext,
  noForm,
  notesOf,
  readForm,
  SubmitButton,
  type Text,
} from '#web/ui/forms/form.tsx'
import {
  forgetDraft,
  keepDraft,
  keepFormDraft,
  readDraft,
  restoreFormDraft,
} from '#web/ui/forms/form-draft.ts'
import { focusField, type Notes, useFormState } from '#web/ui/forms/form-state.ts'
import { closeProblems, showProblem } from '#web/ui/messages.tsx'
import { showFailure } from '../office-query-client.ts'
import { hasChanged } from './compare-field.ts'
import { type Meanwhile, MeanwhileDialog } from './meanwhile-dialog.tsx'

interface Versioned {
  version?: number
}

export interface Submission {
  /** Identifies the submission, so that a repeated one gets the first answer. */
  requestId: string
  /** The version that was read; undefined for a new item. */
  version?: number
  /** Returns all values of fields with one name: ticked boxes. */
  all: (name: string) => string[]
  /**
   * Whether a value was changed here, for state that is not in `fields`. A save by somebody else alone does not count
   * as a change.
   */
  isChanged: (name: string) => boolean
  /** The latest saved values of `fields`. */
  saved: Record<string, string>
}

interface Base<Thing> {
  thing: Thing | undefined
  version: number | undefined
  round: number
  /** The initial values of the fields from before a reload. */
  began?: Record<string, string>
  /** The item as saved by somebody else since. */
  now?: Thing
}

interface EditFormProps<Thing extends Versioned, Saved> {
  /** The item to edit; undefined for a new one. */
  thing?: Thing
  /**
   * Returns the values of the fields by name. A tick is 'yes' or ''. Without it a 409 is shown without a
   * comparison.
   */
  fields?: (thing: Thing) => Record<string, string>
  /** The initial values of a new item. */
  values?: Record<string, string>
  /** Returns checks to run before sending; a failed one is shown under its field. */
  checks?: (text: Text) => Check[]
  /** Saves, with a mutation that has `meta: { isSilent: true }`: this form shows its refusals. */
  onSave: (text: Text, press: Submission) => Promise<Saved>
  /** Called after saving; `close` closes the form's panel if it is still open. */
  onSaved?: (saved: Saved, close: () => void) => void
  /** Called on every change, so that results based on the fields can be dropped. */
  onTyped?: () => void
  /** Called after a reset, so that answers to the typed values can be dropped. */
  onReset?: () => void
  /** Keeps typed values in the tab under this name until saved. It is not for people and their notes. */
  draft?: string
  save?: string
  /** The message after saving; '' if the answer itself is shown. */
  done?: string
  /** Whether something saved with the form is still loading, so that it cannot be sent. */
  isWaiting?: boolean
  /** Buttons beside Save. */
  buttons?: ReactNode
  children: ReactNode
}

/**
 * The office's form (spec 3 §2.3). Refusals appear under their fields (422), and another person's save is compared with
 * the typed values (409). Nothing typed is lost, and leaving asks.
 */
export function EditForm<Thing extends Versioned, Saved extends object>({
  thing,
  fields,
  values = {},
  checks,
  onSave,
  onSaved,
  onTyped,
  onReset,
  draft,
  save = 'Save',
  done = 'Saved',
  isWaiting = false,
  buttons,
  children,
}: EditFormProps<Thing, Saved>) {
  const forget = () => {
    if (!draft) return
    forgetDraft(draft)
    forgetDraft(`${draft}.over`)
  }
  const state = useFormState({ leaveQuestion: 'Leave without saving?', forget })
  const { element, isChanged, setChanged, isSending, notes, settle } = state
  const requestId = useRef(crypto.randomUUID())
  // The initial values; a new round renders the fields again.
  const [base, setBase] = useState<Base<Thing>>({ thing, version: thing?.version, round: 0 })
  const drawn = base.thing && fields ? fields(base.thing) : values
  const began = base.began ?? drawn
  const [told, setTold] = useState('')
  /** Whether values typed before a reload were restored. */
  const [isRestored, setRestored] = useState(false)
  const { question: meanwhile, ask: askWhose, ...deciding } = useAsking<Meanwhile<Thing>, () => void>()
  const [confirm, confirmDialog] = useConfirm()
  const close = useCloseDialog()

  // How many saves the loaded item is ahead of the form's: saves by others, or an own save that merged theirs.
  const ahead = (thing?.version ?? 0) - (base.version ?? 0)
  if (thing && !isChanged && !isSending && (ahead > 0 || (ahead === 0 && base.now && thing !== base.thing))) {
    setBase({ thing, version: thing.version, round: base.round + 1 })
  }

  useEffect(() => {
    const form = element.current
    if (!form || !draft || restoreFormDraft(draft, form).size === 0) return
    // Again for fields that appear only with the restored values.
    setTimeout(() => restoreFormDraft(draft, form))
    // The draft may be based on an older version: saving shows both.
    const over = JSON.parse(readDraft(`${draft}.over`) ?? '{}')
    if (over.version) setBase(present => ({ ...present, ...over }))
    setChanged(true)
    setRestored(true)
  }, [element, setChanged, draft])

  const noteChange = (event: FormEvent<HTMLFormElement>) => {
    setChanged(true)
    setTold('')
    onTyped?.()
    // A changed form is another submission: an answer to the former one, perhaps lost, does not belong to it.
    requestId.current = crypto.randomUUID()
    if (draft) {
      keepFormDraft(draft, event.currentTarget)
      const all = { ...statesIn(event.currentTarget), ...began }
      keepDraft(`${draft}.over`, JSON.stringify({ version: base.version, began: all, now: base.now }))
    }
    const { name, hidden } = event.target as HTMLInputElement
    const form = event.currentTarget
    // An error about several controls is not at one field: it is cleared when one of them changes.
    const isOfSeveral = (field: string) => {
      const control = form.elements.namedItem(field)
      return (name === '' || hidden) && (control === null || control instanceof HTMLButtonElement)
    }
    state.removeNotes(field => field === name || isOfSeveral(field))
  }

  const tell = (wrong: Notes) => {
    const form = element.current
    if (!form) return
    const names = [...form.elements].map(control => control.getAttribute('name'))
    // Errors without a control come last.
    const placeOf = (field: string) => names.indexOf(field) + 1 || names.length + 1
    const inOrder = Object.entries(wrong).sort(([one], [other]) => placeOf(one) - placeOf(other))
    state.showNotes(Object.fromEntries(inOrder))
    const [, sentence] = inOrder[0] ?? []
    // A refusal about something not shown here appears as a message.
    if (sentence && !form.textContent?.includes(sentence)) showProblem(sentence)
  }

  /** Returns a field's value; an unchanged field follows somebody else's save. */
  const read = (form: HTMLFormElement, { now } = base) => {
    const typed = readForm(form)
    const saved = now && fields ? fields(now) : began
    const theirs = (name: string) =>
      now && form.elements.namedItem(name) && !hasChanged(form, name, began) ? saved[name] : undefined
    return {
      text: (name: string) => theirs(name) ?? typed(name),
      all: (name: string) =>
        theirs(name)?.split(',').filter(Boolean) ?? new FormData(form).getAll(name).map(String),
      isChanged: (name: string) => !now || hasChanged(form, name, began),
      saved,
    }
  }

  /** Reads the values of the rendered fields. */
  const standingIn = (form: HTMLFormElement) => {
    const names = [...Object.keys(drawn), ...Object.keys(statesIn(form))].filter(
      name => form.elements.namedItem(name) !== null,
    )
    return Object.fromEntries(names.map(name => [name, new FormData(form).getAll(name).join(',')]))
  }

  const sendFrom = async (from: Base<Thing>) => {
    const form = element.current
    if (!form) return
    closeProblems()
    const { text, ...press } = read(form, from)
    const sent = requestId.current
    const standing = { ...began, ...standingIn(form) }
    const saved = await onSave(text, { requestId: sent, version: from.version, ...press })
    // Changes typed during the save are still unsaved.
    const isAsSent = requestId.current === sent
    const answered = crypto.randomUUID()
    requestId.current = answered
    if (isAsSent) await settle()
    if (isAsSent && requestId.current === answered) {
      setRestored(false)
      state.setNotes({})
      setTold(done && `${done} ${momentInLondon(new Date()).slice(11)}`)
    }
    // With somebody else's changes included, it renders again once they are loaded.
    if ('version' in saved)
      setBase({ ...from, version: Number(saved.version), ...(!from.now && { began: standing }) })
    onSaved?.(saved, close)
  }
  const send = (from = base) => state.sendOnce(() => sendFrom(from).catch(handleError))

  const handleError = (error: Error) => {
    const facts = error instanceof OfficeRefusal ? error.facts : null
    if (facts && 'fields' in facts) tell(facts.fields)
    else if (facts && 'current' in facts && fields) {
      const asked = { sentence: error.message, current: facts.current as Thing }
      void askWhose(asked).then(decided => decided?.())
    } else if (!isSignedOut(error)) showFailure(error)
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (event.target !== element.current) return
    const failing = (checks?.(read(event.currentTarget).text) ?? []).filter(check => !check.holds)
    if (failing.length > 0)
      tell(notesOf(failing.map(check => ({ ...check, note: check.note ?? check.sentence }))))
    else void send()
  }

  /** Starts again from the saved item, without typed values. */
  const beginWith = (next: Thing | undefined) => {
    void settle()
    // Resets state that is kept outside the form.
    element.current?.reset()
    setTold('')
    state.setNotes({})
    setRestored(false)
    setBase(({ round }) => ({ thing: next, version: next?.version, round: round + 1 }))
  }
  const startAfresh = async () => {
    if (await confirm('Throw away what you typed before?', { yes: 'Start afresh' })) beginWith(thing)
  }

  const wrong = Object.entries(notes)
  return (
    <FormContext value={{ ...noForm, notes, isSending, values: drawn }}>
      <form
        key={base.round}
        ref={element}
        method="dialog"
        noValidate
        onSubmit={submit}
        onInput={noteChange}
        onReset={onReset}
        className="edit-form"
      >
        {wrong.length > 1 && (
          <section aria-label="What is wrong" className="edit-form-wrong">
            <p className="strong">Please look at these {wrong.length} fields</p>
            <ul>
              {wrong.map(([name, sentence]) => (
                <li key={name}>
                  <button type="button" onClick={() => element.current && focusField(element.current, name)}>
                    {sentence}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
        {children}
        <footer className="edit-form-foot">
          <SubmitButton isBusy={isWaiting}>{save}</SubmitButton>
          {buttons}
          {isRestored && (
            <Button look="quiet" size="small" onClick={() => void startAfresh()}>
              Start afresh
            </Button>
          )}
          <p role="status" className="quiet figures">
            {isRestored ? 'What you typed before is back. It is not saved yet' : told}
          </p>
        </footer>
      </form>
      {state.leaveDialog}
      {confirmDialog}
      {meanwhile && (
        <MeanwhileDialog
          {...deciding}
          meanwhile={meanwhile}
          form={element.current}
          began={began}
          theirs={fields?.(meanwhile.current) ?? {}}
          onSaveMine={() => {
            const next = { ...base, version: meanwhile.current.version, now: meanwhile.current }
            setBase(next)
            void send(next)
          }}
          onTakeTheirs={() => beginWith(meanwhile.current)}
        />
      )}
    </FormContext>
  )
}

/** Reads the initial state of the form's own controls, which keep it in a hidden field. */
const statesIn = (form: HTMLFormElement) =>
  Object.fromEntries(
    [...form.querySelectorAll<HTMLInputElement>('input[hidden]')].map(({ name, defaultValue }) => [
      name,
      defaultValue,
    ]),
  )
