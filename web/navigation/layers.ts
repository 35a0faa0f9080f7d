import { addOver, entry, isOverPage, openDialogs } from './history.ts'

let isGoingBack = false
const haveGoneBack = () => {
  isGoingBack = false
}

/** How many dialogs lie over the page at this entry. */
export const dialogDepth = (): number => entry().dialogDepth ?? 0

/** Goes so many entries back, and waits until that is done. */
export const goBack = (entries: number): Promise<unknown> =>
  new Promise(resolve => {
    window.addEventListener('popstate', resolve, { once: true })
    window.history.go(-entries)
  })

/**
 * Closes the topmost dialog by going back; the second press of a double one does not close the next as well. For a press
 * in that dialog: when an answer has come it may be closed, and `useCloseDialog` of `web/ui/dialog.tsx` is asked.
 */
export function closeDialog(): void {
  if (isGoingBack) return
  isGoingBack = true
  void goBack(1)
}

/**
 * Escape is Back while a dialog is open. The browser's own way is told twice by a date's field, and its second telling
 * cannot be refused: the dialog would be gone under the question whether to leave it.
 */
function closeByEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || openDialogs.count === 0) return
  // What is open within a dialog, a sheet of filters, is closed before it, by the browser.
  if (document.querySelector('[popover="auto"]:popover-open')) return
  event.preventDefault()
  closeDialog()
}

export interface DialogEntry {
  onBack: () => void
  /** How many dialogs lie over the page with this one; -1 while it has no entry. */
  depth: number
}

/** Closes this dialog by going back, as long as it is open and the topmost one. */
export function closeOwn(own: DialogEntry | undefined): void {
  if (own?.depth === dialogDepth()) closeDialog()
}

/**
 * Calls back once the browser stands still at an entry that may be added to: now, unless it is just going back or, after a
 * reload, about to pass over the entries of dialogs of before. Answers how to stop waiting.
 */
export function onceSettled(begin: () => void): () => void {
  // Added once, before whatever waits here: that finds it done.
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
 * Gives an opened dialog an entry of its own, so that a phone's back button closes it (`onBack`) and not the page.
 * What it answers takes the entry away again, when the dialog is gone.
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
    // Closed by its owner, and not left by a navigation: the entry it added goes with it.
    closeOwn(own)
    own.depth = -1
  }
}

/** Whether this is a guard's own entry, and not that of a dialog over it. */
export const isAtGuard = (): boolean => entry().guardDepth === dialogDepth()

/** Puts an entry of the leave guard's own under "back", unless it is there. */
export function addGuardEntry(): void {
  if (!isAtGuard()) addOver({ guardDepth: dialogDepth() })
}

/** Takes the guard's entry away again; what is opened or typed meanwhile waits for it. */
export const dropGuardEntry = async (): Promise<void> => {
  if (!isAtGuard()) return
  isGoingBack = true
  await goBack(1)
}
