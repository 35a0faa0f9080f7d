import { useEffect, useState } from 'react'

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
