import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Changes parts of the state; a function gets the latest state, for a change that an answer makes later. */
export type Change<State> = (changes: Partial<State> | ((state: State) => Partial<State>)) => void

/**
 * Keeps the state of an EditForm's custom controls with its draft: render `field` in the form. A draft's state is
 * restored after the first render. A reset restores what `begin` first returned. If “Take theirs” must show somebody
 * else's save, use this inside the form, which renders it again.
 */
export function useKeptState<State extends object>(
  name: string,
  begin: () => State,
): [state: State, change: Change<State>, field: ReactNode] {
  const [state, setState] = useState(begin)
  const [begins] = useState(() => JSON.stringify(state))
  const element = useRef<HTMLInputElement>(null)
  // Two changes may come before a render.
  const latest = useRef(state)
  useEffect(() => {
    queueMicrotask(() => {
      const kept = element.current?.value
      if (!kept || kept === begins) return
      // An older draft lacks what was added since.
      latest.current = { ...latest.current, ...JSON.parse(kept) }
      // Rendered at once: the form then restores the fields that appear with this state.
      flushSync(() => setState(latest.current))
    })
  }, [begins])
  // The form renders again with the saved item, and this may be outside it.
  useEffect(() => {
    const form = element.current?.form
    const beginAgain = () => {
      latest.current = JSON.parse(begins) as State
      setState(latest.current)
    }
    form?.addEventListener('reset', beginAgain)
    return () => form?.removeEventListener('reset', beginAgain)
  })
  const change: Change<State> = changes => {
    const made = typeof changes === 'function' ? changes(latest.current) : changes
    latest.current = { ...latest.current, ...made }
    setState(latest.current)
    if (!element.current) return
    element.current.value = JSON.stringify(latest.current)
    element.current.dispatchEvent(new Event('input', { bubbles: true }))
  }
  // Not of type "hidden", whose value React resets with every render.
  return [state, change, <input key={name} ref={element} hidden name={name} defaultValue={begins} />]
}

interface StateInWordsProps {
  name: string
  /** The name under which the state is kept. */
  shows: string
  label: string
  words: string
}

/** Shows a kept state in words, for comparison when two people saved one item. */
export const StateInWords = ({ name, shows, label, words }: StateInWordsProps) => (
  <input type="hidden" name={name} data-shows={shows} aria-label={label} value={words} />
)
