import { useSyncExternalStore } from 'react'

const storageKey = 'maypole.token'
const listeners = new Set<() => void>()
const tellAll = () => {
  for (const listener of listeners) listener()
}

/** The stored token, or undefined: without one, and always on the server. */
export function readToken(): string | undefined {
  return typeof localStorage === 'undefined' ? undefined : (localStorage.getItem(storageKey) ?? undefined)
}

export function storeToken(token: string): void {
  localStorage.setItem(storageKey, token)
  tellAll()
}

/** Forgets the token; telling the server is the caller's (decision E-33). */
export function removeToken(): void {
  localStorage.removeItem(storageKey)
  tellAll()
}

/** Calls back when the token came, went or changed in another tab. */
export function watchTokenOfOtherTabs(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === storageKey || event.key === null) listener()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** Calls back when the token came, went or changed, in this tab or in another one. */
export function watchToken(listener: () => void): () => void {
  listeners.add(listener)
  const stop = watchTokenOfOtherTabs(listener)
  return () => {
    listeners.delete(listener)
    stop()
  }
}

/** Whether somebody is signed in. `undefined` on the server and while its HTML is taken over. */
export function useIsSignedIn(): boolean | undefined {
  return useSyncExternalStore<boolean | undefined>(
    watchToken,
    () => readToken() !== undefined,
    () => undefined,
  )
}

/** Whether there is a token to ask with. To a visitor it says the same from the beginning: nothing is drawn anew. */
export const useHasToken = (): boolean =>
  useSyncExternalStore(
    watchToken,
    () => readToken() !== undefined,
    () => false,
  )

const returnKey = 'maypole.return-to'

/** Where log-in goes back to: the guarded page, or the one before it (decision C-12). */
export function rememberPlace(address: string): void {
  sessionStorage.setItem(returnKey, address)
}

export const rememberedPlace = (): string | undefined => sessionStorage.getItem(returnKey) ?? undefined

/** The remembered place, once; undefined when the visitor came straight to log in. */
export function takeRememberedPlace(): string | undefined {
  const place = rememberedPlace()
  sessionStorage.removeItem(returnKey)
  return place
}
