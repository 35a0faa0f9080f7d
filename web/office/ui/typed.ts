import { useEffect, useRef, useState } from 'react'
import { useSettled } from '#web/ui/settled.ts'

interface Told {
  value: string
  onChange: (typed: string) => void
}

/**
 * What is being typed into a filter: told once it has not changed for so many milliseconds and `isMeant`, and replaced by
 * what comes from elsewhere, such as the way back or a link.
 */
export function useTyped(
  { value, onChange }: Told,
  milliseconds: number,
  isMeant: (typed: string) => boolean = () => true,
): [typed: string, setTyped: (typed: string) => void] {
  const [typed, setTyped] = useState(value)
  const settled = useSettled(typed, milliseconds)
  const told = useRef({ value, onChange, isMeant })
  useEffect(() => {
    if (told.current.value !== value) setTyped(value)
    told.current = { value, onChange, isMeant }
  })
  useEffect(() => {
    if (told.current.isMeant(settled) && settled !== told.current.value) told.current.onChange(settled)
  }, [settled])
  return [typed, setTyped]
}
