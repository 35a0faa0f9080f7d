import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useApi } from '#web/api.ts'
import { fetchAhead, findPage } from '#web/rendering/routes.ts'
import { useToday } from '#web/today.tsx'
import { Link, type LinkProps, useArrivedBy, useLocation, useNavigate } from './router.tsx'

type Go = (address: string) => void
let navigate: Go = address => location.assign(address)

/** Navigates from outside React: the central failure handling. */
export const goTo: Go = address => navigate(address)

/** Gives `goTo` the router. */
export function useNavigationFromOutside(): void {
  const routerNavigate = useNavigate()
  useEffect(() => {
    navigate = address => routerNavigate(address)
  }, [routerNavigate])
}

/** `<PageLink to="/home/classes">`: a link that fetches the page's code and data on pointer or focus. */
export function PageLink({ to, ...others }: LinkProps) {
  const fetchPage = useFetchAhead(to)
  return <Link {...others} to={to} onPointerEnter={fetchPage} onFocus={fetchPage} onTouchStart={fetchPage} />
}

export function useFetchAhead(to: string): () => void {
  const queryClient = useQueryClient()
  const api = useApi()
  const today = useToday()
  return () => {
    const url = new URL(to, location.href)
    const page = findPage(url.pathname)
    // A task of its own, beside the press that this may be a part of: asking for a page's files holds the browser up.
    if (!('redirect' in page)) setTimeout(() => fetchAhead(page, { url, api, today }, queryClient))
  }
}

/** `goBack(3, '/home/home')`: back so many pages when they are the site's own, else to that address. */
export function useGoBack(): (pages: number, otherwise: string) => void {
  const navigate = useNavigate()
  return (pages, otherwise) => {
    // The router numbers its entries; a page that was opened by its address is number 0.
    const { idx = 0 } = (window.history.state ?? {}) as { idx?: number }
    if (idx >= pages) navigate(-pages)
    else navigate(otherwise, { replace: true })
  }
}

/**
 * After a navigation to another page: to the top, and focus on the new page's heading, so that a screen reader
 * reads it. Going back keeps the browser's position. `navigate(…, { state: { keepsScroll: true } })` stays put.
 */
export function useArrival(): void {
  const { pathname, search, state } = useLocation()
  const type = useArrivedBy()
  const previous = useRef({ pathname, search })
  useEffect(() => {
    const before = previous.current
    previous.current = { pathname, search }
    if (before.pathname === pathname && before.search === search) return
    if (type !== 'pop' && !(state as { keepsScroll?: boolean } | null)?.keepsScroll) window.scrollTo(0, 0)
    if (before.pathname !== pathname) document.querySelector('main')?.focus({ preventScroll: true })
  }, [pathname, search, state, type])
}
