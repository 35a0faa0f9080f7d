import { addOver, entry, isOverPage, openDialogs } from './history.ts'

let isGoingBack = false
const haveGoneBack = () => {
  isGoingBack = false
}

/** Returns how many dialogs are over the page at this entry. */
export const dialogDepth = (): number => entry().dialogDepth ?? 0

/** Goes back this many history entries, and resolves when that is done. */
export const goBack = (entries: number): Promise<unknown> =>
  new Promise(resolve => {
    window.addEventListener('popstate', resolve, { once: true })
    window.history.go(-entries)
  })

/**
 * Closes the topmost dialog by going back. The second press of a double click does not close the next one. Only for a
 * press in that dialog: after an answer, use `useCloseDialog` of `web/ui/forms/dialog.tsx`.
 */
export function closeDialog(): void {
  if (isGoingBack) return
  isGoingBack = true
  void goBack(1)
}

/**
 * Makes Escape go back while a dialog is open. The browser's own handling fires twice for a date field, and the second
 * event cannot be cancelled, so the dialog would close under the question about leaving.
 */
function closeByEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || openDialogs.count === 0) return
  // A popover within a dialog, such as filters, is closed first, by the browser.
  if (document.querySelector('[popover="auto"]:popover-open')) return
  event.preventDefault()
  closeDialog()
}

export interface DialogEntry {
  onBack: () => void
  /** How many dialogs are over the page including this one; -1 while it has no entry. */
  depth: number
}

/** Closes this dialog by going back, if it is open and topmost. */
export function closeOwn(own: DialogEntry | undefined): void {
  if (own?.depth === dialogDepth()) closeDialog()
}

/**
 * Calls back once a history entry can be added: now, unless the browser is going back or about to skip entries
 * of former dialogs after a reload. Returns a function that stops waiting.
 */
export function onceSettled(begin: () => void): () => void {
  // Added once, and before the handlers that wait here, so that it runs before them.
  window.addEventListener('popstate', haveGoneBack)
  const tryNow = () => {
    if (isGoingBack || isOverPage()) return
    stop()
    begin()
  }
  const stop = () => window.removeEventListener('popstate', tryNow)
  window.addEventListener('popstate', tryNow)
  tryNow()
  return stop
}

/**
 * Gives an opened dialog its own history entry, so that a phone's Back closes it (`onBack`) and not the page.
 * Returns a function that removes the entry when the dialog is gone.
 */
export function addDialogEntry(own: DialogEntry): () => void {
  document.addEventListener('keydown', closeByEscape)
  const follow = () => {
    if (dialogDepth() < own.depth) own.onBack()
  }
  const stopWaiting = onceSettled(() => {
    openDialogs.count += 1
    own.depth = dialogDepth() + 1
    addOver({ dialogDepth: own.depth })
    window.addEventListener('popstate', follow)
  })
  return () => {
    stopWaiting()
    window.removeEventListener('popstate', follow)
    if (own.depth < 0) return
    openDialogs.count -= 1
    // Its owner closed it without a navigation, so its history entry must be removed.
    closeOwn(own)
    own.depth = -1
  }
}

/** Whether the current history entry is the one that the leave guard added, and not that of a dialog opened over it. */
export const isAtGuard = (): boolean => entry().guardDepth === dialogDepth()

/** Adds the leave guard's history entry, which Back then removes instead of leaving the page. */
export function addGuardEntry(): void {
  if (!isAtGuard()) addOver({ guardDepth: dialogDepth() })
}

/** Removes the guard's entry. Dialogs and typing wait until it is gone. */
export const dropGuardEntry = async (): Promise<void> => {
  if (!isAtGuard()) return
  isGoingBack = true
  await goBack(1)
}
