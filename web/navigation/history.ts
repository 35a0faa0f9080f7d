// The one owner of the browser's history: the router's entries, and those of dialogs and of the leave guard, which lie
// over a page and keep its address (layers.ts, which comes with the first of them).

interface Entry {
  /** What `navigate(…, { state })` gave. */
  usr?: unknown
  key?: string
  /** Counts the site's own pages. */
  idx?: number
  /** How many dialogs lie over the page. */
  dialogDepth?: number
  /** The leave guard's own entry: over how many dialogs it stands. Entries over it carry it along. */
  guardDepth?: number
}

export const entry = (): Entry => (window.history.state ?? {}) as Entry

/** Adds an entry over the page that is shown. */
export const addOver = (layer: Pick<Entry, 'dialogDepth' | 'guardDepth'>): void =>
  window.history.pushState({ ...entry(), ...layer }, '')

export interface Location {
  pathname: string
  search: string
  hash: string
  /** What `navigate(…, { state })` gave; kept by the browser's history. */
  state: unknown
  /** Differs for every entry of the history. */
  key: string
}

export function currentLocation(): Location {
  const { pathname, search, hash } = window.location
  const { usr = null, key = 'first' } = entry()
  return { pathname, search, hash, state: usr, key }
}

/** How many of the site's own pages lie before this one; a page that was opened by its address has none. */
export const pagesBefore = (): number => entry().idx ?? 0

/** Goes to an address of the site without telling anybody; the same one takes the place of the present entry. */
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

/** Calls back after every move through the history; answers how to stop. */
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

/** "Skip to the page", pressed before this ran: each dialog that closed would jump there again. */
function withoutSkip(): string | undefined {
  const { hash, pathname, search } = window.location
  return hash === '#main' ? pathname + search : undefined
}

/** How many dialogs are open on this page. */
export const openDialogs = { count: 0 }

/** Whether the entry is that of a dialog which is not open any more; it is about to be passed over. */
export const isOverPage = (): boolean => (entry().dialogDepth ?? 0) > openDialogs.count

/**
 * The entry of a dialog that is not open any more, after a reload or by the forward button, shows what the entry
 * before it shows: it is passed over, or the next Back would seem to do nothing.
 */
function passOverClosedDialog(): void {
  if (isOverPage()) window.history.back()
}
