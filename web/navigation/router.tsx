import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  useTransition,
} from 'react'

// The site's paths have no parameters and one table (routes.tsx), so a router is this much: what the address is, how
// it was reached, and a way to another one. See docs/decisions for why it is our own.

export interface Location {
  pathname: string
  search: string
  hash: string
  /** What `navigate(…, { state })` gave; kept by the browser's history. */
  state: unknown
  /** Differs for every entry of the history. */
  key: string
}
type Arrival = 'push' | 'replace' | 'pop'
type Navigate = (to: string | number, options?: { replace?: boolean; state?: unknown }) => void
interface Router {
  location: Location
  arrivedBy: Arrival
  navigate: Navigate
}
/** What this router keeps in the history; `idx` counts the site's own entries. */
interface Entry {
  usr?: unknown
  key?: string
  idx?: number
  /** How many dialogs lie over the page (ui/dialog.tsx). */
  dialogDepth?: number
}

const RouterContext = createContext<Router | undefined>(undefined)
const IsNavigatingContext = createContext(false)

/** Whether the next page is still on its way; the last one is shown until it is there. */
export const useIsNavigating = (): boolean => useContext(IsNavigatingContext)

function useRouter(): Router {
  const router = useContext(RouterContext)
  if (!router) throw new Error('There is no router around this component')
  return router
}

export const useLocation = (): Location => useRouter().location
export const useNavigate = (): Navigate => useRouter().navigate
export const useArrivedBy = (): Arrival => useRouter().arrivedBy

export function useSearchParams(): [URLSearchParams] {
  const { search } = useLocation()
  return useMemo(() => [new URLSearchParams(search)], [search])
}

const entry = (): Entry => (window.history.state ?? {}) as Entry

function currentLocation(): Location {
  const { pathname, search, hash } = window.location
  const { usr = null, key = 'first' } = entry()
  return { pathname, search, hash, state: usr, key }
}

/**
 * The entry of a dialog that is not open any more, after a reload or by the forward button, shows what the entry
 * before it shows: it is passed over, or the next Back would seem to do nothing.
 */
function passOverClosedDialog(): void {
  const { dialogDepth = 0 } = entry()
  if (dialogDepth > document.querySelectorAll('dialog[open]').length) window.history.back()
}

/** Follows the browser's address. */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [at, setAt] = useState<Omit<Router, 'navigate'>>(() => ({
    location: currentLocation(),
    arrivedBy: 'pop',
  }))
  const [isNavigating, startTransition] = useTransition()
  useEffect(() => {
    if (entry().idx === undefined) window.history.replaceState({ ...entry(), idx: 0 }, '')
    passOverClosedDialog()
    const onPop = () => {
      passOverClosedDialog()
      startTransition(() => setAt({ location: currentLocation(), arrivedBy: 'pop' }))
    }
    window.addEventListener('popstate', onPop)
    return () => window.removeEventListener('popstate', onPop)
  }, [])
  const navigate = useCallback<Navigate>((to, { replace = false, state } = {}) => {
    if (typeof to === 'number') {
      window.history.go(to)
      return
    }
    const url = new URL(to, window.location.href)
    const replaces = replace || url.href === window.location.href
    const { idx = 0 } = entry()
    const next: Entry = {
      usr: state,
      key: Math.random().toString(36).slice(2),
      idx: replaces ? idx : idx + 1,
    }
    window.history[replaces ? 'replaceState' : 'pushState'](next, '', url)
    startTransition(() => setAt({ location: currentLocation(), arrivedBy: replaces ? 'replace' : 'push' }))
  }, [])
  const router = useMemo(() => ({ ...at, navigate }), [at, navigate])
  return (
    <RouterContext value={router}>
      <IsNavigatingContext value={isNavigating}>{children}</IsNavigatingContext>
    </RouterContext>
  )
}

/** One address, for rendering on the server. */
export function StaticRouter({ url, children }: { url: URL; children: ReactNode }) {
  const location = { pathname: url.pathname, search: url.search, hash: '', state: null, key: 'first' }
  const navigate = () => undefined
  return <RouterContext value={{ location, arrivedBy: 'pop', navigate }}>{children}</RouterContext>
}

export type LinkProps = ComponentProps<'a'> & { to: string; replace?: boolean; state?: unknown }

/** A link within the site. Presses that mean a new tab are left to the browser. */
export function Link({ to, replace, state, onClick, ...anchor }: LinkProps) {
  const { navigate } = useRouter()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) && event.button === 0
    if (event.defaultPrevented || !isPlain || anchor.target || anchor.download !== undefined) return
    event.preventDefault()
    navigate(to, { replace, state })
  }
  return <a {...anchor} href={to} onClick={follow} />
}

/** Goes there as soon as it is rendered; again when somebody went back before that page was there. */
export function Navigate({ to, replace }: { to: string; replace?: boolean }) {
  const { navigate, location } = useRouter()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new location is what asks for it again.
  useEffect(() => navigate(to, { replace }), [navigate, to, replace, location])
  return null
}
