import { useSyncExternalStore } from 'react'

/** Where the token is kept. */
export const tokenKey = 'maypole.token'
const listeners = new Set<() => void>()
const tellAll = () => {
  for (const listener of listeners) listener()
}

/** The stored token, or undefined: without one, and always on the server. */
export function readToken(): string | undefined {
  return typeof localStorage === 'undefined' ? undefined : (localStorage.getItem(tokenKey) ?? undefined)
}

export function storeToken(token: string): void {
  localStorage.setItem(tokenKey, token)
  tellAll()
}

/** Forgets the token; telling the server is the caller's (decision E-33). */
export function removeToken(): void {
  localStorage.removeItem(tokenKey)
  tellAll()
}

/** Calls back when the token came, went or changed, in this tab or in another one, or may have. */
export function watchToken(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', tellAll)
  // A page that lay in the browser's memory was told of nothing meanwhile.
  window.addEventListener('pageshow', tellAll)
}

const hasToken = () => readToken() !== undefined

/** Whether somebody is signed in. `undefined` on the server and while its HTML is taken over. */
export function useIsSignedIn(): boolean | undefined {
  return useSyncExternalStore<boolean | undefined>(watchToken, hasToken, () => undefined)
}

/** Whether there is a token to ask with. To a visitor it says the same from the beginning: nothing is drawn anew. */
export const useHasToken = (): boolean => useSyncExternalStore(watchToken, hasToken, () => false)

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
