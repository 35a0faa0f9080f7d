import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { isComing } from '#web/in-turn.tsx'
import { currentLocation, enter, followHistory, type Location } from './history.ts'

// The site's paths have no parameters and one table (rendering/routes.ts), so a router is this much: what
// the address is, how it was reached, and a way to another one. See docs/decisions for why it is our own.

type Arrival = 'push' | 'replace' | 'pop'
type Navigate = (to: string | number, options?: { replace?: boolean; state?: unknown }) => void
interface Router {
  location: Location
  arrivedBy: Arrival
}
const RouterContext = createContext<Router | undefined>(undefined)
/** Apart from the place, so that no link is drawn anew when the place changes. */
const NavigateContext = createContext<Navigate>(() => {
  throw new Error('useNavigate needs a Router around it')
})
const IsNavigatingContext = createContext(false)
const AddressContext = createContext<Location | undefined>(undefined)

/** Whether the next page is still on its way; the last one is shown until it is there. */
export const useIsNavigating = (): boolean => useContext(IsNavigatingContext)

function useRouter(): Router {
  const router = useContext(RouterContext)
  if (!router) throw new Error('useRouter needs a Router around it')
  return router
}

export const useLocation = (): Location => useRouter().location

/**
 * Where the browser's address is, which while a page is being drawn anew is ahead of `useLocation`: for what has to
 * follow a finger at once, such as the week that was pressed. While another page is on its way, what is drawn.
 */
export function useAddress(): Location {
  const { location } = useRouter()
  const address = useContext(AddressContext)
  return address?.pathname === location.pathname ? address : location
}
/**
 * `useLocation` as soon as what follows `useAddress` has been painted: for what takes longer to draw than a finger
 * waits. Another page's is told at once.
 */
export function useLocationOncePainted(): Location {
  const location = useLocation()
  const [painted, setPainted] = useState(location)
  useEffect(() => {
    if (painted === location) return
    let timer: ReturnType<typeof setTimeout>
    // A frame is asked for before it is painted.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(location))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [location, painted])
  return painted.pathname === location.pathname ? painted : location
}
export const useNavigate = (): Navigate => useContext(NavigateContext)
export const useArrivedBy = (): Arrival => useRouter().arrivedBy

export function useSearchParams(): [URLSearchParams] {
  const { search } = useLocation()
  return useMemo(() => [new URLSearchParams(search)], [search])
}

interface BrowserRouterProps {
  /** Brings what the page of an address needs before it can be drawn; nothing when that is there. */
  bring: (pathname: string, isAnotherPage: boolean) => Promise<unknown> | undefined
  children: ReactNode
}

/** Follows the browser's address. */
export function BrowserRouter({ bring, children }: BrowserRouterProps) {
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
      // Whoever has gone elsewhere meanwhile is not brought back. What could not be brought, the page says.
      const show = () => {
        if (wanted.current !== location) return
        shown.current = location
        setAt({ location, arrivedBy })
      }
      const onItsWay = bring(location.pathname, location.pathname !== shown.current.pathname)
      if (onItsWay) onItsWay.then(show, show)
      else show()
    },
    [bring],
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

/** One address, for rendering on the server. */
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
  /** What a press does instead of going to `to`, which was written when the link was drawn. */
  onFollow?: () => void
}

/** A link within the site. Presses that mean a new tab are left to the browser. */
export function Link({ to, replace, state, onFollow, onClick, ...anchor }: LinkProps) {
  const navigate = useNavigate()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) && event.button === 0
    if (event.defaultPrevented || !isPlain || anchor.target || anchor.download !== undefined) return
    // Parts of the page would be taken over as they are for an address that it has no more: the browser goes there.
    if (isComing()) return
    event.preventDefault()
    if (onFollow) onFollow()
    else navigate(to, { replace, state })
  }
  return <a {...anchor} href={to} onClick={follow} />
}

/** Goes there as soon as it is rendered; again when somebody went back before that page was there. */
export function Navigate({ to, replace }: { to: string; replace?: boolean }) {
  const navigate = useNavigate()
  const location = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new location is what asks for it again.
  useEffect(() => {
    navigate(to, { replace })
  }, [navigate, to, replace, location])
  return null
}
