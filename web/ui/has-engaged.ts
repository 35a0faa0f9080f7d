import { useEffect, useState } from 'react'
import { whenIdle } from '#web/when-idle.ts'

const longEnoughMilliseconds = 20_000

/** False at first, and true once somebody has seen the whole page, scrolled it, or stayed for 20 seconds. */
export function useHasEngaged(): boolean {
  const [hasEngaged, setHasLookedRound] = useState(false)
  useEffect(() => {
    const seen = () => setHasLookedRound(true)
    // A page that fits its window is never scrolled. Its height is read when layout is done.
    const callOff = whenIdle(() => {
      if (window.scrollY > 0 || document.documentElement.scrollHeight <= window.innerHeight) seen()
    })
    const timer = setTimeout(seen, longEnoughMilliseconds)
    addEventListener('scroll', seen, { once: true, passive: true })
    return () => {
      callOff()
      clearTimeout(timer)
      removeEventListener('scroll', seen)
    }
  }, [])
  return hasEngaged
}
