import { useSyncExternalStore } from 'react'
import { tokenKey } from '#contract/token-key.ts'

const listeners = new Set<() => void>()
const tellAll = () => {
  for (const listener of listeners) listener()
}

/** Returns the stored token; undefined without one, and always on the server. */
export function readToken(): string | undefined {
  return typeof localStorage === 'undefined' ? undefined : (localStorage.getItem(tokenKey) ?? undefined)
}

export function storeToken(token: string): void {
  localStorage.setItem(tokenKey, token)
  tellAll()
}

/** Removes the token; the caller tells the server (decision E-33). */
export function removeToken(): void {
  localStorage.removeItem(tokenKey)
  tellAll()
}

/** Calls back when the token changed, or may have, in this tab or another. */
export function watchToken(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', tellAll)
  // A page in the browser's memory missed earlier changes.
  window.addEventListener('pageshow', tellAll)
}

const hasToken = () => readToken() !== undefined

/** Whether somebody is signed in; `undefined` on the server and during hydration. */
export function useIsSignedIn(): boolean | undefined {
  return useSyncExternalStore<boolean | undefined>(watchToken, hasToken, () => undefined)
}

/** Whether there is a token. For a visitor it is false from the start, so nothing renders again. */
export const useHasToken = (): boolean => useSyncExternalStore(watchToken, hasToken, () => false)

const returnKey = 'maypole.return-to'

/** Remembers where log-in returns to: the guarded page, or the one before it (decision C-12). */
export function rememberPlace(address: string): void {
  sessionStorage.setItem(returnKey, address)
}

export const rememberedPlace = (): string | undefined => sessionStorage.getItem(returnKey) ?? undefined

/** Returns the remembered place once; undefined for a visitor who came straight to log in. */
export function takeRememberedPlace(): string | undefined {
  const place = rememberedPlace()
  sessionStorage.removeItem(returnKey)
  return place
}
