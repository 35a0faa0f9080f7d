import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import * as addresses from '#contract/addresses.ts'
import { tokenKey } from '#contract/token-key.ts'
import { readPendingAction, takeOverPendingAction, useGoOn } from '#web/navigation/pending-action.ts'
import { useNavigate } from '#web/navigation/router.tsx'
import { readToken, takeRememberedPlace } from '#web/session.ts'

/**
 * Returns a function that leaves the log-in pages: for the pending action (record 031), else the previous page, else
 * home (decision C-12). It also runs by itself after a log-in in another tab.
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
    takeOverPendingAction()
    const onStorage = ({ key }: StorageEvent) => {
      if ((key === tokenKey || key === null) && readToken()) follow()
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [])
  return () => onward()
}

const never = () => () => undefined

/** Returns the sentence that the visitor's choice is kept, if there is one; undefined before hydration. */
export const useKeptWords = (): string | undefined =>
  useSyncExternalStore(
    never,
    () =>
      readPendingAction(sessionStorage) ? 'What you chose is kept: you go on there afterwards.' : undefined,
    () => undefined,
  )
