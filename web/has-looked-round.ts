import { useEffect, useState } from 'react'
import { whenIdle } from './when-idle.ts'

const longEnoughMilliseconds = 20_000

/** False at first, and true once somebody has seen all of the page, scrolled it, or stayed on it for 20 seconds. */
export function useHasLookedRound(): boolean {
  const [hasLookedRound, setHasLookedRound] = useState(false)
  useEffect(() => {
    const seen = () => setHasLookedRound(true)
    // One that fits its window is never scrolled. Whoever asks how high it is waits until it has been laid out.
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
  return hasLookedRound
}
