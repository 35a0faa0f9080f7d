import { IconButton } from './button.tsx'
import './dialog.css'
import { X } from 'lucide-react'
import { createContext, type ReactNode, useContext, useEffect, useId, useRef } from 'react'
import { addDialogEntry, closeDialog, closeOwn, type DialogEntry } from '#web/navigation/layers.ts'
import { Messages, takeMessagesOver } from './messages.tsx'

interface DialogProps {
  title: ReactNode
  /** Asked to close: by the cross, Escape, the browser's back or a press beside it. */
  onClose: () => void
  children: ReactNode
  /** Buttons that stay in sight at the foot. */
  footer?: ReactNode
  size?: 'small' | 'usual' | 'wide'
  /** `page` fills a phone's screen, `card` floats on every screen, `panel` (the office's) stands at the side. */
  shape?: 'page' | 'card' | 'panel'
}

const EntryContext = createContext<DialogEntry | undefined>(undefined)

/** Closes the dialog around this when an answer has come: only while it is open, and no other lies over it. */
export function useCloseDialog(): () => void {
  const entry = useContext(EntryContext)
  return () => closeOwn(entry)
}

/**
 * A modal dialog, open while it is mounted. It keeps focus, gives it back, and adds a history entry of its own, so
 * that a phone's back button closes it and not the page.
 */
export function Dialog({ title, onClose, children, footer, size = 'usual', shape = 'page' }: DialogProps) {
  const id = useId()
  const element = useRef<HTMLDialogElement>(null)
  const entry = useRef<DialogEntry>({ onBack: onClose, depth: -1 })
  useEffect(() => {
    entry.current.onBack = onClose
  })
  useEffect(() => {
    const dialog = element.current
    const opener = document.activeElement
    if (!dialog) return
    dialog.showModal()
    let hasBegun = false
    const begin = () => {
      tellStops(dialog)
      // The browser begins at the heading. Whoever has gone on stays where they are, whatever comes late.
      hasBegun ||= document.activeElement !== headingOf(dialog)
      if (!hasBegun) beginningOf(dialog)?.focus()
    }
    begin()
    const later = new MutationObserver(begin)
    later.observe(dialog, { childList: true, subtree: true })
    const giveMessagesBack = takeMessagesOver(id)
    const takeEntryAway = addDialogEntry(entry.current)
    return () => {
      later.disconnect()
      giveMessagesBack()
      dialog.close()
      takeEntryAway()
      // What opened it may be drawn anew elsewhere, or be gone, like the card of a place that was moved: then on from the
      // page's beginning.
      const again = opener?.isConnected ? opener : opener?.id && document.getElementById(opener.id)
      const next = again || document.querySelector('main')
      if (next instanceof HTMLElement) next.focus({ preventScroll: true })
    }
  }, [id])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way is Escape, in layers.ts.
    <dialog
      ref={element}
      closedby="none"
      aria-labelledby={`${id}-title`}
      className={`dialog dialog-${size} dialog-${shape}`}
      onCancel={event => {
        // In React the Escape of a dialog that lies above this one bubbles to here.
        if (event.target !== element.current) return
        event.preventDefault()
        closeDialog()
      }}
      onClose={event => {
        // A browser that does not know `closedby` may close a dialog against our will.
        if (event.target === element.current && element.current?.isConnected) closeDialog()
      }}
      onClick={event => {
        // The second click of a double one was meant for what the dialog has just covered.
        if (event.target === element.current && event.detail < 2) closeDialog()
      }}
    >
      <div className="dialog-frame">
        <header className="dialog-head">
          <h2 id={`${id}-title`} tabIndex={-1}>
            {title}
          </h2>
          <IconButton label="Close" icon={X} onClick={closeDialog} />
        </header>
        <div className="dialog-body" {...scrolled(id)}>
          <EntryContext value={entry.current}>{children}</EntryContext>
        </div>
        {footer && <footer className="dialog-foot">{footer}</footer>}
      </div>
      <Messages dialogId={id} />
    </dialog>
  )
}

/** What is long is scrolled by the keyboard, too. */
const scrolled = (id: string) => ({ tabIndex: 0, role: 'group', 'aria-labelledby': `${id}-title` })

const field =
  ':is(input:not([type="hidden"], [hidden]), select, textarea, [contenteditable="true"]):not(:disabled)'
const stop = `:is(${field}, a[href], button:not(:disabled), summary):not([tabindex="-1"])`

/** The body is a stop of its own only where nothing in it is one, and takes it along. */
function tellStops(dialog: HTMLDialogElement): void {
  const body = dialog.querySelector<HTMLElement>('.dialog-body')
  if (body) body.tabIndex = body.querySelector(stop) ? -1 : 0
}

const headingOf = (dialog: HTMLDialogElement) => dialog.querySelector<HTMLElement>('h2')

/** Where whoever opened it goes on: a question's safe answer, a panel's first field, else its heading. */
function beginningOf(dialog: HTMLDialogElement): HTMLElement | null {
  const safe = dialog.querySelector<HTMLElement>('[data-begins]')
  // In a window too low for all of it the question comes before its answers.
  if (safe && dialog.scrollHeight > dialog.clientHeight) return headingOf(dialog)
  if (safe || !dialog.matches('.dialog-panel')) return safe
  return dialog.querySelector<HTMLElement>(`.dialog-body ${field}`) ?? headingOf(dialog)
}
