import { useEffect, useRef } from 'react'
import { rememberedPlace } from '#web/session.ts'
import { isOverPage, pagesBefore } from './history.ts'
import { useLocation, useNavigate } from './router.tsx'

/** The action that somebody was about to take when they were sent to log in or add a child (record 031). */
interface PendingAction {
  place: string
  /** The number of pages before it. Unknown in a tab that took the action over. */
  depth?: number
  what: object
  keptAt: number
  /** Whether the required step is done, so that the action may be resumed. Stored in browsers: keep the name. */
  isFree?: true
  /** Whether the page was left without a required step, so that a reload resumes the action. */
  isOfReload?: true
}

const storageKey = 'maypole.wish'
const keptForMilliseconds = 3_600_000

/** Reads the stored action if it is less than an hour old. */
export function readPendingAction(storage: Storage): PendingAction | undefined {
  const pending: PendingAction | null = JSON.parse(storage.getItem(storageKey) ?? 'null')
  const isWanted = !pending?.isOfReload || isReload()
  if (pending && isWanted && Date.now() - pending.keptAt < keptForMilliseconds) return pending
  storage.removeItem(storageKey)
  return undefined
}

const isReload = () =>
  performance.getEntriesByType('navigation').some(entry => 'type' in entry && entry.type === 'reload')

const storePendingAction = (pending: PendingAction): void =>
  sessionStorage.setItem(storageKey, JSON.stringify(pending))

const ofThisTab = ['contact', 'keptFor', 'depth']

let standing: Omit<PendingAction, 'keptAt'> | undefined

/** Stores the action in this tab, and without typed text for other tabs, because log-in may continue there. */
function keep(pending: Omit<PendingAction, 'keptAt'>): void {
  const kept = { ...pending, keptAt: Date.now() }
  storePendingAction(kept)
  const untyped = (key: string, value: unknown) => (ofThisTab.includes(key) ? undefined : value)
  localStorage.setItem(storageKey, JSON.stringify(kept, untyped))
}

/** Stores an action when the current page requires a step first. */
export const keepPendingAction = (what: object): void =>
  keep({ place: location.pathname + location.search, depth: pagesBefore(), what })

/** Stores the page's standing action, if any, when a call requires a step first. */
export const keepStandingAction = (): void => standing && keep(standing)

function keepOverReload({ persisted }: PageTransitionEvent): void {
  // A page restored from the browser's memory still has its dialog.
  if (standing && !persisted)
    storePendingAction({ ...standing, keptAt: Date.now(), isFree: true, isOfReload: true })
}

/** Declares that `what` is about to be done while this is shown; with `isKeptOverReload` a reload resumes it. */
export function useStandingAction(what: object | undefined, isKeptOverReload = false): void {
  const { pathname, search } = useLocation()
  // While the next page loads, the browser's entry is already that page's.
  const depth = useRef<number>(undefined)
  useEffect(() => {
    depth.current ??= pagesBefore()
    standing = what && { place: pathname + search, depth: depth.current, what }
    if (isKeptOverReload) addEventListener('pagehide', keepOverReload)
    return () => {
      removeEventListener('pagehide', keepOverReload)
      standing = undefined
    }
  })
}

export function forgetPendingAction(): void {
  sessionStorage.removeItem(storageKey)
  localStorage.removeItem(storageKey)
}

/** Drops a stored action when another page is visited, unless the required step led there. */
export function forgetUnwantedAction(place: string): void {
  readPendingAction(localStorage)
  const pending = readPendingAction(sessionStorage)
  if (pending && !(pending.isFree && pending.place === place)) forgetPendingAction()
}

/** Takes over another tab's action in a tab that was opened for the step and has shown no page of its own. */
export function takeOverPendingAction(): void {
  const pending = readPendingAction(localStorage)
  if (pending && rememberedPlace() === undefined && !readPendingAction(sessionStorage))
    storePendingAction(pending)
}

/**
 * Returns `goOn()` for use after the step: it goes back to the page where the action was stored, for
 * `useResumedAction`, and returns false if there is none. `more` is added to the action.
 */
export function useGoOn(): (more?: object) => boolean {
  const navigate = useNavigate()
  return more => {
    const pending = readPendingAction(sessionStorage)
    if (!pending) return false
    storePendingAction({ ...pending, what: { ...pending.what, ...more }, isFree: true })
    localStorage.removeItem(storageKey)
    const pages = pending.depth === undefined ? 0 : pagesBefore() - pending.depth
    if (pages > 0) navigate(-pages)
    else navigate(pending.place, { replace: true })
    return true
  }
}

/** Calls back once with the stored action of this page, as soon as the page `isReady`. */
export function useResumedAction<What extends object>(isReady: boolean, goOn: (what: What) => void): void {
  const location = useLocation()
  useEffect(() => {
    const pending = isReady && !isOverPage() ? readPendingAction(sessionStorage) : undefined
    if (!pending?.isFree || pending.place !== location.pathname + location.search) return
    forgetPendingAction()
    // After the arrival at the page, which takes the focus.
    setTimeout(() => goOn(pending.what as What))
  })
}
