import { useEffect, useRef } from 'react'
import { rememberedPlace } from '#web/session.ts'
import { isOverPage, pagesBefore } from './history.ts'
import { useLocation, useNavigate } from './router.tsx'

/** What somebody was about to do when they were sent to log in or to add a child (record 031). */
interface Wish {
  place: string
  /** How many pages lay before it. Unknown in a tab that took the wish over. */
  depth?: number
  what: object
  keptAt: number
  /** The wall is behind them. */
  isFree?: true
  /** No wall: the page went away under it. It is wanted again where that was a reload. */
  isOfReload?: true
}

const storageKey = 'maypole.wish'
const keptForMilliseconds = 3_600_000

/** What is kept there and not yet an hour old. */
export function readWish(storage: Storage): Wish | undefined {
  const wish: Wish | null = JSON.parse(storage.getItem(storageKey) ?? 'null')
  const isWanted = !wish?.isOfReload || isReload()
  if (wish && isWanted && Date.now() - wish.keptAt < keptForMilliseconds) return wish
  storage.removeItem(storageKey)
  return undefined
}

const isReload = () =>
  performance.getEntriesByType('navigation').some(entry => 'type' in entry && entry.type === 'reload')

const storeWish = (wish: Wish): void => sessionStorage.setItem(storageKey, JSON.stringify(wish))

const ofThisTab = ['contact', 'keptFor', 'depth']

let standing: Omit<Wish, 'keptAt'> | undefined

/** Kept in this tab, and without what was typed for other tabs: log-in may go on in one of them. */
function keep(wish: Omit<Wish, 'keptAt'>): void {
  const kept = { ...wish, keptAt: Date.now() }
  storeWish(kept)
  const untyped = (key: string, value: unknown) => (ofThisTab.includes(key) ? undefined : value)
  localStorage.setItem(storageKey, JSON.stringify(kept, untyped))
}

/** At a wall that somebody meets on the page that they look at. */
export const keepWish = (what: object): void =>
  keep({ place: location.pathname + location.search, depth: pagesBefore(), what })

/** At a wall that a call met, which knows nothing of the page: what stands there, if anything does. */
export const keepStandingWish = (): void => standing && keep(standing)

function keepOverReload({ persisted }: PageTransitionEvent): void {
  // A page that the browser keeps in its memory comes back with its dialog.
  if (standing && !persisted) storeWish({ ...standing, keptAt: Date.now(), isFree: true, isOfReload: true })
}

/** While it is shown, `what` is about to be done here; where it is said, a reload finds it again. */
export function useStandingWish(what: object | undefined, isKeptOverReload = false): void {
  const { pathname, search } = useLocation()
  // While the next page is on its way, the browser's entry is that page's already.
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

export function forgetWish(): void {
  sessionStorage.removeItem(storageKey)
  localStorage.removeItem(storageKey)
}

/** A page is looked at: what is kept is wanted no more, unless it leads here from behind the wall. */
export function forgetUnwantedWish(place: string): void {
  readWish(localStorage)
  const wish = readWish(sessionStorage)
  if (wish && !(wish.isFree && wish.place === place)) forgetWish()
}

/** For a tab that was opened on the way, and has seen no page of its own: what another tab keeps is wanted here. */
export function takeWishOver(): void {
  const wish = readWish(localStorage)
  if (wish && rememberedPlace() === undefined && !readWish(sessionStorage)) storeWish(wish)
}

/**
 * `goOn()` after the wall: back to where the wish was kept, for `useWish` to find; false when there is none. `more` is
 * added to what is wished.
 */
export function useGoOn(): (more?: object) => boolean {
  const navigate = useNavigate()
  return more => {
    const wish = readWish(sessionStorage)
    if (!wish) return false
    storeWish({ ...wish, what: { ...wish.what, ...more }, isFree: true })
    localStorage.removeItem(storageKey)
    const pages = wish.depth === undefined ? 0 : pagesBefore() - wish.depth
    if (pages > 0) navigate(-pages)
    else navigate(wish.place, { replace: true })
    return true
  }
}

/** Calls back once with what was about to be done on this page, as soon as the page `isReady` for it. */
export function useWish<What extends object>(isReady: boolean, goOn: (what: What) => void): void {
  const location = useLocation()
  useEffect(() => {
    const wish = isReady && !isOverPage() ? readWish(sessionStorage) : undefined
    if (!wish?.isFree || wish.place !== location.pathname + location.search) return
    forgetWish()
    // After the arrival at the page, which takes the focus.
    setTimeout(() => goOn(wish.what as What))
  })
}
