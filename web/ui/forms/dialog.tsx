import { IconButton } from '#web/ui/button.tsx'
import './dialog.css'
import { X } from 'lucide-react'
import { createContext, type ReactNode, useContext, useEffect, useId, useRef } from 'react'
import { addDialogEntry, closeDialog, closeOwn, type DialogEntry } from '#web/navigation/layers.ts'
import { Messages, takeMessagesOver } from '#web/ui/messages.tsx'

interface DialogProps {
  title: ReactNode
  /** Called on the cross, Escape, Back or a press outside. */
  onClose: () => void
  children: ReactNode
  /** Buttons that stay visible at the bottom. */
  footer?: ReactNode
  size?: 'small' | 'usual' | 'wide'
  /** `page` fills a phone's screen, `card` floats on every screen, `panel` (the office's) is at the side. */
  shape?: 'page' | 'card' | 'panel'
}

const EntryContext = createContext<DialogEntry | undefined>(undefined)

/** Returns a function that closes this dialog when an answer has arrived: only if it is open and topmost. */
export function useCloseDialog(): () => void {
  const entry = useContext(EntryContext)
  return () => closeOwn(entry)
}

/**
 * A modal dialog, open while it is mounted. It holds the focus, returns it, and adds its own history entry, so that a
 * phone's Back closes it and not the page.
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
      updateTabStop(dialog)
      // The browser starts at the heading. Somebody who has moved on stays where they are, even if content
      // loads late.
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
      // The opener may have been rendered again, or be gone, like the card of a moved place. Then
      // the focus goes to the start of the page.
      const again = opener?.isConnected ? opener : opener?.id && document.getElementById(opener.id)
      const next = again || document.querySelector('main')
      if (next instanceof HTMLElement) next.focus({ preventScroll: true })
    }
  }, [id])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes it with Escape (layers.ts).
    <dialog
      ref={element}
      closedby="none"
      aria-labelledby={`${id}-title`}
      className={`dialog dialog-${size} dialog-${shape}`}
      onCancel={event => {
        // In React, Escape in a dialog above this one bubbles to here.
        if (event.target !== element.current) return
        event.preventDefault()
        closeDialog()
      }}
      onClose={event => {
        // A browser without `closedby` may close the dialog against our will.
        if (event.target === element.current && element.current?.isConnected) closeDialog()
      }}
      onClick={event => {
        // The second click of a double click was meant for what the dialog covers.
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

/** Makes long content scrollable by keyboard. */
const scrolled = (id: string) => ({ tabIndex: 0, role: 'group', 'aria-labelledby': `${id}-title` })

const field =
  ':is(input:not([type="hidden"], [hidden]), select, textarea, [contenteditable="true"]):not(:disabled)'
const stop = `:is(${field}, a[href], button:not(:disabled), summary):not([tabindex="-1"])`

/** Makes the body a tab stop if it contains none, so that it can be scrolled by keyboard. */
function updateTabStop(dialog: HTMLDialogElement): void {
  const body = dialog.querySelector<HTMLElement>('.dialog-body')
  if (body) body.tabIndex = body.querySelector(stop) ? -1 : 0
}

const headingOf = (dialog: HTMLDialogElement) => dialog.querySelector<HTMLElement>('h2')

/** Returns the element to focus first: a question's safe answer, a panel's first field, else its heading. */
function beginningOf(dialog: HTMLDialogElement): HTMLElement | null {
  const safe = dialog.querySelector<HTMLElement>('[data-begins]')
  // In a window too low for everything the question comes before its answers.
  if (safe && dialog.scrollHeight > dialog.clientHeight) return headingOf(dialog)
  if (safe || !dialog.matches('.dialog-panel')) return safe
  return dialog.querySelector<HTMLElement>(`.dialog-body ${field}`) ?? headingOf(dialog)
}
