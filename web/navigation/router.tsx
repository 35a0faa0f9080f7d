import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useContext,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { currentLocation, enter, followHistory, type Location } from './history.ts'

// A small router: the address, how it was reached, and navigation. Paths have no parameters and one table
// (rendering/routes.ts); docs/decisions says why we have our own.

type Arrival = 'push' | 'replace' | 'pop'
type Navigate = (to: string | number, options?: { replace?: boolean; state?: unknown }) => void
interface Router {
  location: Location
  arrivedBy: Arrival
}
const RouterContext = createContext<Router | undefined>(undefined)
/** A context apart from the location, so that links do not render again when it changes. */
const NavigateContext = createContext<Navigate>(() => {
  throw new Error('useNavigate needs a Router around it')
})
const IsNavigatingContext = createContext(false)
const AddressContext = createContext<Location | undefined>(undefined)

/** Whether the next page is still loading; the last one is shown meanwhile. */
export const useIsNavigating = (): boolean => useContext(IsNavigatingContext)

function useRouter(): Router {
  const router = useContext(RouterContext)
  if (!router) throw new Error('useRouter needs a Router around it')
  return router
}

export const useLocation = (): Location => useRouter().location

/**
 * Returns the browser's address, which may be ahead of `useLocation` while a page renders. It is for parts that must
 * react to a press at once, such as the pressed week. While another page loads, returns the rendered address.
 */
export function useAddress(): Location {
  const { location } = useRouter()
  const address = useContext(AddressContext)
  return address?.pathname === location.pathname ? address : location
}
/**
 * Returns `useLocation` only after React has drawn the parts that follow `useAddress`, for slow parts. Another page's
 * location is returned at once.
 */
export function useDeferredLocation(): Location {
  const location = useLocation()
  const deferred = useDeferredValue(location)
  return deferred.pathname === location.pathname ? deferred : location
}
export const useNavigate = (): Navigate => useContext(NavigateContext)
export const useArrivedBy = (): Arrival => useRouter().arrivedBy

export function useSearchParams(): [URLSearchParams] {
  const { search } = useLocation()
  return useMemo(() => [new URLSearchParams(search)], [search])
}

interface BrowserRouterProps {
  /** Loads what the page of an address needs before rendering; returns undefined if it is loaded. */
  loadPage: (pathname: string, isAnotherPage: boolean) => Promise<unknown> | undefined
  children: ReactNode
}

/** Follows the browser's address. */
export function BrowserRouter({ loadPage, children }: BrowserRouterProps) {
  const [at, setAt] = useState<Router>(() => ({
    location: currentLocation(),
    arrivedBy: 'pop',
  }))
  const [address, setAddress] = useState(at.location)
  const isNavigating = address !== at.location
  const wanted = useRef(at.location)
  const shown = useRef(at.location)
  const arrive = useCallback(
    (arrivedBy: Arrival) => {
      const location = currentLocation()
      wanted.current = location
      setAddress(location)
      // If the visitor has moved on, this page is not shown. A page whose code failed to load says
      // so itself.
      const show = () => {
        if (wanted.current !== location) return
        shown.current = location
        setAt({ location, arrivedBy })
      }
      const onItsWay = loadPage(location.pathname, location.pathname !== shown.current.pathname)
      if (onItsWay) onItsWay.then(show, show)
      else show()
    },
    [loadPage],
  )
  useEffect(() => {
    const stop = followHistory(() => arrive('pop'))
    return stop
  }, [arrive])
  const navigate = useCallback<Navigate>(
    (to, { replace = false, state } = {}) => {
      if (typeof to === 'number') window.history.go(to)
      else arrive(enter(to, { replace, state }))
    },
    [arrive],
  )
  return (
    <NavigateContext value={navigate}>
      <RouterContext value={at}>
        <IsNavigatingContext value={isNavigating}>
          <AddressContext value={address}>{children}</AddressContext>
        </IsNavigatingContext>
      </RouterContext>
    </NavigateContext>
  )
}

/** Provides one address, for rendering on the server. */
export function StaticRouter({ url, children }: { url: URL; children: ReactNode }) {
  const location = { pathname: url.pathname, search: url.search, hash: '', state: null, key: 'first' }
  return (
    <NavigateContext value={() => undefined}>
      <RouterContext value={{ location, arrivedBy: 'pop' }}>{children}</RouterContext>
    </NavigateContext>
  )
}

export type LinkProps = ComponentProps<'a'> & {
  to: string
  replace?: boolean
  state?: unknown
  /** Replaces navigation to `to`, which may be outdated since the link was rendered. */
  onFollow?: () => void
}

/** A link within the site. Presses that open a new tab are left to the browser. */
export function Link({ to, replace, state, onFollow, onClick, ...anchor }: LinkProps) {
  const navigate = useNavigate()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) && event.button === 0
    if (event.defaultPrevented || !isPlain || anchor.target || anchor.download !== undefined) return
    event.preventDefault()
    if (onFollow) onFollow()
    else navigate(to, { replace, state })
  }
  return <a {...anchor} href={to} onClick={follow} />
}

/** Navigates as soon as it renders, and again if the visitor went back before the page arrived. */
export function Navigate({ to, replace }: { to: string; replace?: boolean }) {
  const navigate = useNavigate()
  const location = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new location repeats the navigation.
  useEffect(() => {
    navigate(to, { replace })
  }, [navigate, to, replace, location])
  return null
}
