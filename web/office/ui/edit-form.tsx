import './edit-form.css'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { momentInLondon } from '#domain/calendar.ts'
import { isSignedOut, OfficeRefusal } from '#domain/office/office-refusal.ts'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm-dialog.tsx'
import { useCloseDialog } from '#web/ui/dialog.tsx'
import {
  type Check,
  FormContext,
  focusField,
  notesOf,
  readForm,
  SubmitButton,
  type Text,
} from '#web/ui/form.tsx'
import { forgetDraft, keepDraft, keepFormDraft, readDraft, restoreFormDraft } from '#web/ui/form-draft.ts'
import { useLeaveGuard } from '#web/ui/leave-guard.tsx'
import { closeProblems, showProblem } from '#web/ui/messages.tsx'
import { showFailure } from '../office-query-client.ts'
import { hasChanged } from './compare-field.ts'
import { type Meanwhile, MeanwhileDialog } from './meanwhile-dialog.tsx'

interface Versioned {
  version?: number
}

export interface Press {
  /** Names the press, so that a repeated one is given the first answer again. */
  requestId: string
  /** The one that was read; none for a new thing. */
  version?: number
  /** Every value of fields of one name: boxes that are ticked. */
  all: (name: string) => string[]
  /**
   * Whether what stands under this name is one's own, for state that no field of `fields` has: it is not where somebody
   * else has saved meanwhile and nothing was changed here.
   */
  isChanged: (name: string) => boolean
  /** What `fields` says of the thing as it is saved by now. */
  saved: Record<string, string>
}

interface Base<Thing> {
  thing: Thing | undefined
  version: number | undefined
  round: number
  /** What stood in the fields before they were typed over, where that was before a reload. */
  began?: Record<string, string>
  /** What somebody else has made of it since. */
  now?: Thing
}

interface EditFormProps<Thing extends Versioned, Saved> {
  /** What is changed; nothing for a new one. */
  thing?: Thing
  /** What stands in the fields, by their names. A tick is 'yes' or ''. Without it a 409 is told, and nothing compared. */
  fields?: (thing: Thing) => Record<string, string>
  /** What stands in a new one's. */
  values?: Record<string, string>
  /** Before anything is sent: the sentence stands under its field. */
  checks?: (text: Text) => Check[]
  /** A mutation with `meta: { isSilent: true }`: this form tells its refusals. */
  onSave: (text: Text, press: Press) => Promise<Saved>
  /** `close` closes the panel that the form stands in, if it still does. */
  onSaved?: (saved: Saved, close: () => void) => void
  /** What was counted of the fields is no longer so. */
  onTyped?: () => void
  /** All that was typed is gone: so is what was answered to it. */
  onReset?: () => void
  /** Keeps what is typed in the tab, under this name, until it is saved: not for people and their notes. */
  draft?: string
  save?: string
  /** What is said beside it afterwards; '' where the answer itself is shown. */
  done?: string
  /** Something that is saved with the rest is still on its way here: no press is taken. */
  isWaiting?: boolean
  /** Beside Save. */
  buttons?: ReactNode
  children: ReactNode
}

/**
 * The office's form (spec 3 §2.3): refusals stand under their fields (422), what somebody else saved meanwhile is shown
 * beside what was typed (409), nothing typed is lost, and leaving asks.
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
  const element = useRef<HTMLFormElement>(null)
  const requestId = useRef(crypto.randomUUID())
  const isGuarded = useRef(false)
  // What the fields began with; a new round draws them anew.
  const [base, setBase] = useState<Base<Thing>>({ thing, version: thing?.version, round: 0 })
  const drawn = base.thing && fields ? fields(base.thing) : values
  const began = base.began ?? drawn
  const [isChanged, setChanged] = useState(false)
  const [isSending, setSending] = useState(false)
  const [told, setTold] = useState('')
  /** Whether what was typed before a reload has come back. */
  const [isRestored, setRestored] = useState(false)
  const [notes, setNotes] = useState<Record<string, string>>({})
  const [meanwhile, setMeanwhile] = useState<Meanwhile<Thing>>()
  const forget = () => {
    if (!draft) return
    forgetDraft(draft)
    forgetDraft(`${draft}.over`)
  }
  const [confirm, confirmDialog] = useConfirm()
  const close = useCloseDialog()
  const [leaveDialog, release] = useLeaveGuard({
    isOn: isChanged,
    question: 'Leave without saving?',
    onLeave: forget,
  })

  // Somebody else's save, as long as nothing has been typed here, and one's own that holds something of theirs.
  const ahead = (thing?.version ?? 0) - (base.version ?? 0)
  if (thing && !isChanged && !isSending && (ahead > 0 || (ahead === 0 && base.now && thing !== base.thing))) {
    setBase({ thing, version: thing.version, round: base.round + 1 })
  }

  useEffect(() => {
    const form = element.current
    if (!form || !draft || restoreFormDraft(draft, form).size === 0) return
    // Once more for the fields that are drawn only with what has come back.
    setTimeout(() => restoreFormDraft(draft, form))
    // It may have been typed over an older one: saving shows both.
    const over = JSON.parse(readDraft(`${draft}.over`) ?? '{}')
    if (over.version) setBase(present => ({ ...present, ...over }))
    setChanged(true)
    setRestored(true)
  }, [draft])

  const noteChange = (event: FormEvent<HTMLFormElement>) => {
    setChanged(true)
    setTold('')
    onTyped?.()
    // What is changed is another press: the answer to the one before, perhaps lost on its way, is none to this.
    requestId.current = crypto.randomUUID()
    if (draft) {
      keepFormDraft(draft, event.currentTarget)
      const all = { ...statesIn(event.currentTarget), ...began }
      keepDraft(`${draft}.over`, JSON.stringify({ version: base.version, began: all, now: base.now }))
    }
    const { name, hidden } = event.target as HTMLInputElement
    const form = event.currentTarget
    // What was said of several controls together stands at no field of its name: it goes when one of them changes.
    const isOfSeveral = (field: string) => {
      const control = form.elements.namedItem(field)
      return (name === '' || hidden) && (control === null || control instanceof HTMLButtonElement)
    }
    setNotes(present =>
      Object.fromEntries(Object.entries(present).filter(([field]) => field !== name && !isOfSeveral(field))),
    )
  }

  const tell = (wrong: Record<string, string>) => {
    const form = element.current
    if (!form) return
    const names = [...form.elements].map(control => control.getAttribute('name'))
    // What stands at no control comes last.
    const placeOf = (field: string) => names.indexOf(field) + 1 || names.length + 1
    const inOrder = Object.entries(wrong).sort(([one], [other]) => placeOf(one) - placeOf(other))
    // Before the focus comes: a screen reader reads both together.
    flushSync(() => setNotes(Object.fromEntries(inOrder)))
    const [first] = inOrder
    if (!first) return
    const [field, sentence] = first
    focusField(form, field)
    // A refusal of what is not drawn here is told all the same.
    if (!form.textContent?.includes(sentence)) showProblem(sentence)
  }

  /** What stands in a field; what nobody has changed in it here is as somebody else has saved it meanwhile. */
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

  const send = async (from = base) => {
    const form = element.current
    if (!form || isGuarded.current) return
    isGuarded.current = true
    setSending(true)
    closeProblems()
    const { text, ...press } = read(form, from)
    const sent = requestId.current
    const standing = { ...began, ...standingIn(form) }
    try {
      const saved = await onSave(text, { requestId: sent, version: from.version, ...press })
      // What was typed while it was on its way is still to be saved.
      const isAsSent = requestId.current === sent
      const answered = crypto.randomUUID()
      requestId.current = answered
      if (isAsSent) {
        forget()
        const released = release()
        // Not only afterwards: what is typed until then is guarded anew, and told as unsaved.
        setChanged(false)
        await released
      }
      if (isAsSent && requestId.current === answered) {
        setRestored(false)
        setNotes({})
        setTold(done && `${done} ${momentInLondon(new Date()).slice(11)}`)
      }
      // With somebody else's words among it, it is drawn anew as soon as it is read.
      if ('version' in saved)
        setBase({ ...from, version: Number(saved.version), ...(!from.now && { began: standing }) })
      onSaved?.(saved, close)
    } catch (error) {
      meet(error as Error)
    } finally {
      isGuarded.current = false
      setSending(false)
    }
  }

  /** What stands in the fields that are drawn. */
  const standingIn = (form: HTMLFormElement) => {
    const names = [...Object.keys(drawn), ...Object.keys(statesIn(form))].filter(
      name => form.elements.namedItem(name) !== null,
    )
    return Object.fromEntries(names.map(name => [name, new FormData(form).getAll(name).join(',')]))
  }

  const meet = (error: Error) => {
    const facts = error instanceof OfficeRefusal ? error.facts : null
    if (facts && 'fields' in facts) tell(facts.fields)
    else if (facts && 'current' in facts && fields) {
      setMeanwhile({ sentence: error.message, current: facts.current as Thing })
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

  /** As it is saved: nothing that was typed is left. */
  const beginWith = (next: Thing | undefined) => {
    forget()
    // For what is kept of it outside.
    element.current?.reset()
    setTold('')
    setNotes({})
    setRestored(false)
    setChanged(false)
    void release()
    setBase(({ round }) => ({ thing: next, version: next?.version, round: round + 1 }))
  }
  const startAfresh = async () => {
    if (await confirm('Throw away what you typed before?', { yes: 'Start afresh' })) beginWith(thing)
  }

  const wrong = Object.entries(notes)
  return (
    <FormContext
      value={{
        notes,
        isSending,
        sentBy: '',
        values: drawn,
        hold: () => true,
        mark: () => {},
      }}
    >
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
      {leaveDialog}
      {confirmDialog}
      {meanwhile && (
        <MeanwhileDialog
          meanwhile={meanwhile}
          form={element.current}
          began={began}
          theirs={fields?.(meanwhile.current) ?? {}}
          onClose={() => setMeanwhile(undefined)}
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

/** What the form's own controls began with, which keep their state in a hidden field. */
const statesIn = (form: HTMLFormElement) =>
  Object.fromEntries(
    [...form.querySelectorAll<HTMLInputElement>('input[hidden]')].map(({ name, defaultValue }) => [
      name,
      defaultValue,
    ]),
  )
