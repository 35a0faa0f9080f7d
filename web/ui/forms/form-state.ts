import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { openFold } from './form-draft.ts'
import { useLeaveGuard } from './leave-guard.tsx'

/** The errors of a form by field. */
export type Notes = Record<string, string>

/**
 * Holds the state that a family's `Form` and the office's `EditForm` share. Leaving unsaved changes
 * asks `leaveQuestion`, if given; `forget` deletes the draft. Render `leaveDialog` beside the form.
 */
export function useFormState({ leaveQuestion = '', forget }: { leaveQuestion?: string; forget: () => void }) {
  const element = useRef<HTMLFormElement>(null)
  const isGuarded = useRef(false)
  const [isChanged, setChanged] = useState(false)
  const [isSending, setSending] = useState(false)
  const [notes, setNotes] = useState<Notes>({})
  const isOn = isChanged && leaveQuestion !== ''
  const [leaveDialog, release] = useLeaveGuard({ isOn, question: leaveQuestion, onLeave: forget })

  /** Runs a submission, unless one is running: it is sent once however often it is pressed. */
  const sendOnce = async (submit: () => Promise<void>) => {
    if (isGuarded.current) return
    isGuarded.current = true
    setSending(true)
    try {
      await submit()
    } finally {
      isGuarded.current = false
      setSending(false)
    }
  }
  /** Shows notes at their fields, and focuses the first field. */
  const showNotes = (shown: Notes) => {
    // Rendered before the focus moves: a screen reader reads both together.
    flushSync(() => setNotes(shown))
    const [first] = Object.keys(shown)
    if (element.current && first) focusField(element.current, first)
  }
  const removeNotes = (isGone: (field: string) => boolean) =>
    setNotes(present => {
      const left = Object.entries(present).filter(([field]) => !isGone(field))
      return left.length < Object.keys(present).length ? Object.fromEntries(left) : present
    })
  /** Drops the draft and the question before leaving: everything typed is saved or given up. */
  const settle = async () => {
    forget()
    const released = release()
    // Set before the history goes back, so that anything typed meanwhile counts as unsaved.
    setChanged(false)
    await released
  }
  return {
    ...{ element, isChanged, setChanged, settle, leaveDialog },
    ...{ isSending, sendOnce },
    ...{ notes, setNotes, showNotes, removeNotes },
  }
}

export const controlOf = (form: HTMLFormElement, name: string): Element | undefined =>
  [...form.elements].find(element => element.getAttribute('name') === name && !element.matches(':disabled'))

export function focusField(form: HTMLFormElement, name: string): void {
  const control = controlOf(form, name)
  if (!(control instanceof HTMLElement)) return
  openFold(control)
  control.focus()
  // Away from the edges, where messages appear.
  control.scrollIntoView({ block: 'center' })
}
