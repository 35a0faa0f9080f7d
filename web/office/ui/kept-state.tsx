import { type ReactNode, useEffect, useRef, useState } from 'react'

/**
 * The state of an EditForm's own controls, kept with its draft: render `field` in the form. What a draft holds comes back
 * after the first drawing. A reset brings back what `begin` made at first: where “Take theirs” is to show what somebody
 * else has saved since, this stands within the form, which draws it anew.
 */
export function useKeptState<State extends object>(
  name: string,
  begin: () => State,
): [state: State, change: (changes: Partial<State>) => void, field: ReactNode] {
  const [state, setState] = useState(begin)
  const [begins] = useState(() => JSON.stringify(state))
  const element = useRef<HTMLInputElement>(null)
  // A press may change twice before anything is drawn.
  const latest = useRef(state)
  useEffect(() => {
    queueMicrotask(() => {
      const kept = element.current?.value
      if (!kept || kept === begins) return
      latest.current = JSON.parse(kept) as State
      setState(latest.current)
    })
  }, [begins])
  // The form is drawn anew as it is saved, and this may stand outside it.
  useEffect(() => {
    const form = element.current?.form
    const beginAgain = () => {
      latest.current = JSON.parse(begins) as State
      setState(latest.current)
    }
    form?.addEventListener('reset', beginAgain)
    return () => form?.removeEventListener('reset', beginAgain)
  })
  const change = (changes: Partial<State>) => {
    latest.current = { ...latest.current, ...changes }
    setState(latest.current)
    if (!element.current) return
    element.current.value = JSON.stringify(latest.current)
    element.current.dispatchEvent(new Event('input', { bubbles: true }))
  }
  // Not of the type "hidden": of those React takes the value back with every render.
  return [state, change, <input key={name} ref={element} hidden name={name} defaultValue={begins} />]
}

interface StateInWordsProps {
  name: string
  /** The name that the state is kept under. */
  shows: string
  label: string
  words: string
}

/** What a kept state comes to, as it stands beside somebody else's where two people saved one thing. */
export const StateInWords = ({ name, shows, label, words }: StateInWordsProps) => (
  <input type="hidden" name={name} data-shows={shows} aria-label={label} value={words} />
)
