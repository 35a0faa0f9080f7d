import { useEffect, useRef, useState } from 'react'

/** Returns the value once it has not changed for `milliseconds`, and the first value at once. Compares as JSON. */
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
 * Returns `settled()`, which resolves to the newest value once it is settled, because a press may be quicker
 * than an answer. After unmounting it is the last value.
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
