import { useEffect, useState } from 'react'

const longEnoughMilliseconds = 20_000

/** False at first, and true once somebody has scrolled the page, or stayed on it for 20 seconds. */
export function useHasLookedRound(): boolean {
  const [hasLookedRound, setHasLookedRound] = useState(false)
  useEffect(() => {
    const seen = () => setHasLookedRound(true)
    if (window.scrollY > 0) seen()
    const timer = setTimeout(seen, longEnoughMilliseconds)
    addEventListener('scroll', seen, { once: true, passive: true })
    return () => {
      clearTimeout(timer)
      removeEventListener('scroll', seen)
    }
  }, [])
  return hasLookedRound
}
