import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import * as addresses from '#contract/addresses.ts'
import { useNavigate } from '#web/navigation/router.tsx'
import { readWish, takeWishOver, useGoOn } from '#web/navigation/wish.ts'
import { readToken, takeRememberedPlace, tokenKey } from '#web/session.ts'

/**
 * For the pages of signing in: on to what was wanted before (record 031), else to the page before, else home (decision
 * C-12); by itself as soon as somebody has logged in in another tab.
 */
export function useOnward(): () => void {
  const navigate = useNavigate()
  const goOn = useGoOn()
  const onward = (more?: object) => {
    const place = takeRememberedPlace()
    if (!goOn(more)) navigate(place ?? addresses.home(), { replace: true })
  }
  const follow = useEffectEvent(() => onward({ isFollowing: true }))
  useEffect(() => {
    takeWishOver()
    const onStorage = ({ key }: StorageEvent) => {
      if ((key === tokenKey || key === null) && readToken()) follow()
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [])
  return () => onward()
}

const never = () => () => undefined

/** What to say on the way to what somebody chose: that it waits. Nothing, until the page is ours. */
export const useKeptWords = (): string | undefined =>
  useSyncExternalStore(
    never,
    () => (readWish(sessionStorage) ? 'What you chose is kept: you go on there afterwards.' : undefined),
    () => undefined,
  )
