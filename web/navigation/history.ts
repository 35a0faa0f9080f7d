// The only code that changes the browser's history. Besides the router's entries it adds entries
// for open dialogs and for the leave guard, at the address of the page below them (layers.ts).

interface Entry {
  /** The state of `navigate(…, { state })`. */
  usr?: unknown
  key?: string
  /** Counts the site's own pages. */
  idx?: number
  /** How many dialogs lie over the page. */
  dialogDepth?: number
  /** The number of dialogs below the leave guard's entry. Entries over it keep the number. */
  guardDepth?: number
}

export const entry = (): Entry => (window.history.state ?? {}) as Entry

/** Adds an entry over the current page. */
export const addOver = (layer: Pick<Entry, 'dialogDepth' | 'guardDepth'>): void =>
  window.history.pushState({ ...entry(), ...layer }, '')

export interface Location {
  pathname: string
  search: string
  hash: string
  /** The state of `navigate(…, { state })`, stored in the browser's history. */
  state: unknown
  /** Differs for every entry of the history. */
  key: string
}

export function currentLocation(): Location {
  const { pathname, search, hash } = window.location
  const { usr = null, key = 'first' } = entry()
  return { pathname, search, hash, state: usr, key }
}

/** Returns how many of the site's own pages come before this one; 0 for a page opened by its address. */
export const pagesBefore = (): number => entry().idx ?? 0

/** Enters an address of the site without notifying anybody; the same address replaces the present entry. */
export function enter(to: string, { replace, state }: { replace: boolean; state: unknown }) {
  const url = new URL(to, window.location.href)
  const replaces = replace || url.href === window.location.href
  const next: Entry = {
    usr: state,
    key: Math.random().toString(36).slice(2),
    idx: replaces ? pagesBefore() : pagesBefore() + 1,
  }
  window.history[replaces ? 'replaceState' : 'pushState'](next, '', url)
  return replaces ? 'replace' : 'push'
}

/** Calls back after every move through the history; returns a function that stops this. */
export function followHistory(onMove: () => void): () => void {
  if (entry().idx === undefined) window.history.replaceState({ ...entry(), idx: 0 }, '', withoutSkip())
  passOverClosedDialog()
  const onPop = () => {
    passOverClosedDialog()
    onMove()
  }
  window.addEventListener('popstate', onPop)
  return () => window.removeEventListener('popstate', onPop)
}

/**
 * Returns the address without the hash of an earlier "Skip to the page", to which each closing dialog would jump again.
 */
function withoutSkip(): string | undefined {
  const { hash, pathname, search } = window.location
  return hash === '#main' ? pathname + search : undefined
}

/** How many dialogs are open on this page. */
export const openDialogs = { count: 0 }

/** Whether the entry belongs to a dialog that is no longer open, and is about to be skipped. */
export const isOverPage = (): boolean => (entry().dialogDepth ?? 0) > openDialogs.count

/**
 * Skips the entry of a closed dialog, after a reload or Forward. It shows the same page as the entry before it,
 * so Back would seem to do nothing.
 */
function passOverClosedDialog(): void {
  if (isOverPage()) window.history.back()
}
