import './undo-bar.css'
import { useEffect, useSyncExternalStore } from 'react'
import { Button } from '#web/ui/button.tsx'

interface Undoable {
  id: number
  text: string
  undo: () => Promise<unknown>
}

/** What the stripe of undo-bar.css is drawn for. */
const shownMilliseconds = 10_000

let shown: Undoable | undefined
let lastId = 0
const listeners = new Set<() => void>()
const show = (next: Undoable | undefined) => {
  shown = next
  for (const listener of listeners) listener()
}

/** Says what was done and offers for ten seconds to take it back; for what has told and charged nobody (decision O-14). */
export const showUndo = (text: string, undo: () => Promise<unknown>): void =>
  show({ id: ++lastId, text, undo })

/** Stands once, below every page. */
export function UndoBar() {
  const present = useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )
  useEffect(() => {
    if (!present) return
    const timer = setTimeout(() => show(undefined), shownMilliseconds)
    return () => clearTimeout(timer)
  }, [present])
  return (
    <section aria-label="Undo" aria-live="polite" className="undo-place no-print">
      {present && (
        <div key={present.id} className="undo-bar">
          <p>{present.text}</p>
          <Button
            look="secondary"
            size="small"
            onClick={() => {
              show(undefined)
              void present.undo()
            }}
          >
            Undo
          </Button>
        </div>
      )}
    </section>
  )
}
