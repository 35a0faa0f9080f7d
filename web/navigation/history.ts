// The one owner of the browser's history: the router's entries, and those of dialogs and of the leave guard, which lie
// over a page and keep its address.

interface Entry {
  /** What `navigate(…, { state })` gave. */
  usr?: unknown
  key?: string
  /** Counts the site's own pages. */
  idx?: number
  /** How many dialogs lie over the page. */
  dialogDepth?: number
  isLeaveGuard?: boolean
}

const entry = (): Entry => (window.history.state ?? {}) as Entry
const addOver = (layer: Entry) => window.history.pushState({ ...entry(), ...layer }, '')
const dialogDepth = (): number => entry().dialogDepth ?? 0

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
  if (entry().idx === undefined) window.history.replaceState({ ...entry(), idx: 0 }, '')
  passOverClosedDialog()
  const onPop = () => {
    passOverClosedDialog()
    onMove()
  }
  window.addEventListener('popstate', onPop)
  return () => window.removeEventListener('popstate', onPop)
}

let openDialogs = 0
let isGoingBack = false

/**
 * The entry of a dialog that is not open any more, after a reload or by the forward button, shows what the entry
 * before it shows: it is passed over, or the next Back would seem to do nothing.
 */
function passOverClosedDialog(): void {
  if (dialogDepth() > openDialogs) window.history.back()
}

/** Closes the topmost dialog by going back; the second press of a double one does not close the next as well. */
export function closeDialog(): void {
  if (isGoingBack) return
  isGoingBack = true
  // Captured, so that a dialog which closing this one opens finds that it is done.
  window.addEventListener('popstate', () => (isGoingBack = false), { once: true, capture: true })
  window.history.back()
}

/**
 * Gives an opened dialog an entry of its own, so that a phone's back button closes it (`onBack`) and not the page.
 * What it answers takes the entry away again, when the dialog is gone.
 */
export function addDialogEntry(onBack: () => void): () => void {
  openDialogs += 1
  let depth = 0
  const follow = () => {
    if (dialogDepth() < depth) onBack()
  }
  const add = () => {
    depth = dialogDepth() + 1
    addOver({ dialogDepth: depth })
    window.addEventListener('popstate', follow)
  }
  // Going back comes a little later than it is asked for, and would take an entry of now away.
  if (isGoingBack) window.addEventListener('popstate', add, { once: true })
  else add()
  return () => {
    openDialogs -= 1
    window.removeEventListener('popstate', add)
    window.removeEventListener('popstate', follow)
    // Closed by its owner, and not left by a navigation: the entry it added goes with it.
    if (depth > 0 && dialogDepth() === depth) closeDialog()
  }
}

export const isAtGuard = (): boolean => entry().isLeaveGuard === true

/** Puts an entry of the leave guard's own under "back", unless it is there. */
export function addGuardEntry(): void {
  if (!isAtGuard()) addOver({ isLeaveGuard: true })
}

/** Takes the guard's entry away again. */
export function dropGuardEntry(): Promise<void> {
  if (!isAtGuard()) return Promise.resolve()
  return new Promise(resolve => {
    window.addEventListener('popstate', () => resolve(), { once: true })
    window.history.back()
  })
}

/** Leaves the page together with the guard's entry. */
export const leaveGuardedPage = (): void => window.history.go(-2)
