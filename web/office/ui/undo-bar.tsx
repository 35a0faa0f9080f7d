import './undo-bar.css'
import { useEffect, useSyncExternalStore } from 'react'
import { OfficeRefusal } from '#domain/office/office-refusal.ts'
import { Button } from '#web/ui/button.tsx'
import { useOffersActions } from './page-actions.ts'

interface Undoable {
  id: number
  text: string
  undo: () => Promise<unknown>
}

/** The duration of the stripe in undo-bar.css. */
const shownMilliseconds = 10_000

let shown: Undoable | undefined
let lastId = 0
const listeners = new Set<() => void>()
const show = (next: Undoable | undefined) => {
  shown = next
  for (const listener of listeners) listener()
}

/** Shows what was done and offers Undo for ten seconds, for changes that told and charged nobody (decision O-14). */
export const showUndo = (text: string, undo: () => Promise<unknown>): void =>
  show({ id: ++lastId, text, undo })

const typedInto = 'input:not([type="checkbox"]), textarea, select, [contenteditable]'

/** Runs Undo. Its mutation shows a refusal; any other failure can be retried. */
function takeBack(present: Undoable): void {
  show(undefined)
  void present.undo().catch(error => {
    if (!shown && !(error instanceof OfficeRefusal)) show(present)
  })
}

/** Rendered once, below every page; Ctrl Z also undoes. */
export function UndoBar() {
  const present = useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )
  useOffersActions(
    present ? [{ label: `Undo: ${present.text}`, keys: 'Ctrl Z', run: () => takeBack(present) }] : [],
  )
  useEffect(() => {
    if (!present) return
    const timer = setTimeout(() => show(undefined), shownMilliseconds)
    // From wherever the focus is: ten seconds are too short to tab here.
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest(typedInto)
      if (isTyping || event.key !== 'z' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      takeBack(present)
    }
    window.addEventListener('keydown', onKey)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', onKey)
    }
  }, [present])
  return (
    <section aria-label="Undo" aria-live="polite" className="undo-place no-print">
      {present && (
        <div key={present.id} className="undo-bar">
          <p>{present.text}</p>
          <Button
            look="secondary"
            size="small"
            aria-keyshortcuts="Control+Z"
            onClick={() => takeBack(present)}
          >
            Undo
          </Button>
        </div>
      )}
    </section>
  )
}
