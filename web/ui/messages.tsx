import { IconButton } from './button.tsx'
import './messages.css'
import { CircleCheck, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'

interface Message {
  id: number
  text: string
  kind: 'problem' | 'note' | 'success'
  /** Whether it was shown long enough to be read. */
  isRead?: boolean
}

// Messages outlive their component, so they are stored outside React. Nothing is shown on the server.
let messages: Message[] = []
let openDialogs: string[] = []
let lastId = 0
const nothing: Message[] = []
const noDialogs: string[] = []
const listeners = new Set<() => void>()
const changed = () => {
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const shownMilliseconds = 5_000

function show(text: string, kind: Message['kind'], closesByItself: boolean): number {
  const message = { id: ++lastId, text, kind }
  messages = [...messages.filter(other => other.text !== text || other.kind !== kind), message]
  changed()
  setTimeout(() => (closesByItself ? closeMessage : markRead)(message.id), shownMilliseconds)
  return message.id
}

function closeMessage(id: number): void {
  messages = messages.filter(message => message.id !== id)
  changed()
}

function markRead(id: number): void {
  messages = messages.map(message => (message.id === id ? { ...message, isRead: true } : message))
}

/** Closes the problems of the last page once there was time to read them. */
export function closeReadProblems(): void {
  messages = messages.filter(message => message.kind !== 'problem' || !message.isRead)
  changed()
}

/** Shows a refusal: stays until it is closed, or its page is left (decision A-20). */
export const showProblem = (text: string): void => void show(text, 'problem', false)

/** Shows a problem found by the page, such as a missing tick, for five seconds. */
export const showHint = (text: string): void => void show(text, 'problem', true)

/** Shows what the customer declined, for five seconds. */
export const showNote = (text: string): void => void show(text, 'note', true)

/** Shows a success for five seconds. */
export const showSuccess = (text: string): void => void show(text, 'success', true)

/** Shows when the browser is offline, because a failed call shows no message (decision B-16) and people press again. */
export function watchConnection(): void {
  let notice: number | undefined
  window.addEventListener('offline', () => {
    notice = show('You are offline. Nothing can be sent until you are back.', 'note', false)
  })
  window.addEventListener('online', () => notice !== undefined && closeMessage(notice))
}

/** Closes problems when another try begins. */
export function closeProblems(): void {
  messages = messages.filter(message => message.kind !== 'problem')
  changed()
}

/** Closes messages with Escape wherever the focus is, because they may cover it (WCAG 2.4.11). */
function closeByEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
  messages = nothing
  changed()
}

/** Moves messages into a modal dialog, because everything outside is inert and not announced. */
export function takeMessagesOver(dialogId: string): () => void {
  openDialogs = [...openDialogs, dialogId]
  changed()
  return () => {
    openDialogs = openDialogs.filter(id => id !== dialogId)
    changed()
  }
}

/** The stack of messages. Rendered for the page and in every dialog; the topmost shows them. */
export function Messages({ dialogId }: { dialogId?: string }) {
  const all = useSyncExternalStore(
    subscribe,
    () => messages,
    () => nothing,
  )
  const dialogs = useSyncExternalStore(
    subscribe,
    () => openDialogs,
    () => noDialogs,
  )
  const shown = dialogs.at(-1) === dialogId ? all : nothing
  const stack = useRef<HTMLElement>(null)
  const newest = shown.at(-1)?.id
  useEffect(() => {
    // Shown again for every message, which puts it above whatever was opened since, such as the help popover.
    if (newest !== undefined) stack.current?.hidePopover()
    stack.current?.showPopover()
  }, [newest])
  // In a dialog, Escape belongs to the dialog.
  const isClosedByEscape = shown.length > 0 && dialogId === undefined
  useEffect(() => {
    if (!isClosedByEscape) return
    document.addEventListener('keydown', closeByEscape)
    return () => document.removeEventListener('keydown', closeByEscape)
  }, [isClosedByEscape])
  return (
    <section
      ref={stack}
      popover="manual"
      aria-label="Messages"
      aria-live="polite"
      aria-relevant="additions"
      className="messages"
    >
      {shown.map(message => (
        <div key={message.id} className={`message message-${message.kind}`}>
          {message.kind === 'problem' && <TriangleAlert aria-hidden="true" className="message-icon" />}
          {message.kind === 'success' && <CircleCheck aria-hidden="true" className="message-icon" />}
          <p>{message.text}</p>
          <IconButton label="Close" icon={X} isSmall onClick={() => closeMessage(message.id)} />
        </div>
      ))}
    </section>
  )
}
