import { useEffect, useRef, useState } from 'react'

/** The value, once it has not changed for so many milliseconds; at first at once. Compared by what it says as JSON. */
export function useSettled<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value)
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text)), milliseconds)
    return () => clearTimeout(timer)
  }, [text, milliseconds])
  return settled
}

/**
 * `await settled()` gives the newest value, as soon as it is settled: a press may be quicker than an answer. Where what
 * asks is closed meanwhile, it is the last one there was.
 */
export function useOnceSettled<T>(value: T, isSettled: boolean): () => Promise<T> {
  const [waits, setWaits] = useState<{ resolve: (value: T) => void }>()
  useEffect(() => {
    if (isSettled) waits?.resolve(value)
  }, [isSettled, waits, value])
  const latest = useRef({ waits, value })
  useEffect(() => {
    latest.current = { waits, value }
  })
  useEffect(() => () => latest.current.waits?.resolve(latest.current.value), [])
  return () => new Promise(resolve => setWaits({ resolve }))
}
