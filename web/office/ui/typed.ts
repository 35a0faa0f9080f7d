import { useEffect, useRef, useState } from 'react'
import { useSettled } from '#web/ui/settled.ts'

interface TypedProps {
  value: string
  onChange: (typed: string) => void
}

/**
 * Returns a filter's text while it is typed. It is reported after the given milliseconds without a change, if it is
 * complete (`isMeant`). A value from elsewhere, such as Back or a link, replaces it.
 */
export function useTyped(
  { value, onChange }: TypedProps,
  milliseconds: number,
  isMeant: (typed: string) => boolean = () => true,
): [typed: string, setTyped: (typed: string) => void] {
  const [typed, setTyped] = useState(value)
  const settled = useSettled(typed, milliseconds)
  const told = useRef({ value, onChange, isMeant })
  /** Reported values that are not in the address yet; typing continues meanwhile. */
  const pending = useRef<string[]>([])
  useEffect(() => {
    if (told.current.value !== value) {
      const at = pending.current.indexOf(value)
      pending.current = at < 0 ? [] : pending.current.slice(at + 1)
      if (at < 0) setTyped(value)
    }
    told.current = { value, onChange, isMeant }
  })
  useEffect(() => {
    if (!told.current.isMeant(settled) || settled === told.current.value) return
    pending.current.push(settled)
    told.current.onChange(settled)
  }, [settled])
  return [typed, setTyped]
}
