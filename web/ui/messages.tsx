import { IconButton } from './button.tsx'
import './messages.css'
import { CircleCheck, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'

interface Message {
  id: number
  text: string
  kind: 'problem' | 'note' | 'success'
  /** It stood there long enough to be read. */
  isRead?: boolean
}

// Messages outlive the component that caused them, so they live beside React. Nothing is shown on the server.
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

/** For another page: what went wrong on the last one is not its concern, once it could be read. */
export function closeReadProblems(): void {
  messages = messages.filter(message => message.kind !== 'problem' || !message.isRead)
  changed()
}

/** What the server said no with: stays until it is closed, or its page is left (decision A-20). */
export const showProblem = (text: string): void => void show(text, 'problem', false)

/** What this page found wrong itself, such as a missing tick: closes after five seconds. */
export const showHint = (text: string): void => void show(text, 'problem', true)

/** What was not done because the customer said so: nothing is wrong. Closes after five seconds. */
export const showNote = (text: string): void => void show(text, 'note', true)

/** Closes after five seconds. */
export const showSuccess = (text: string): void => void show(text, 'success', true)

/**
 * Says while the browser has no connection that it has none: a call that fails says nothing itself (decision B-16),
 * and a press that seems to do nothing is pressed again.
 */
export function watchConnection(): void {
  let notice: number | undefined
  window.addEventListener('offline', () => {
    notice = show('You are offline. Nothing can be sent until you are back.', 'note', false)
  })
  window.addEventListener('online', () => notice !== undefined && closeMessage(notice))
}

/** Another try begins: what the last one was refused for is out of date. */
export function closeProblems(): void {
  messages = messages.filter(message => message.kind !== 'problem')
  changed()
}

/** Escape closes what is told, wherever the focus is: it may lie over that (WCAG 2.4.11). */
function closeByEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
  messages = nothing
  changed()
}

/** An open modal dialog takes the messages over: what is outside it is inert and unannounced. */
export function takeMessagesOver(dialogId: string): () => void {
  openDialogs = [...openDialogs, dialogId]
  changed()
  return () => {
    openDialogs = openDialogs.filter(id => id !== dialogId)
    changed()
  }
}

/** The stack of messages. Rendered once for the page and once in every dialog; the topmost shows them. */
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
    // Shown anew for every message: that puts it above whatever was opened since, the help popover for one.
    if (newest !== undefined) stack.current?.hidePopover()
    stack.current?.showPopover()
  }, [newest])
  // In a dialog Escape is the dialog's.
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
