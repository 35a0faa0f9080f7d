import { createContext, useContext } from 'react'
import { Link, type LinkProps } from './router.tsx'

// What it takes to show a page is known above: links are handed the way to start it.
const FetchAheadContext = createContext<(to: string) => void>(() => undefined)
export const FetchAheadProvider = FetchAheadContext.Provider

/** `<PageLink to={home()}>`: a link that fetches the page's code and data on pointer or focus. */
export function PageLink({ to, ...others }: LinkProps) {
  const fetchPage = useFetchAhead(to)
  return <Link {...others} to={to} onPointerEnter={fetchPage} onFocus={fetchPage} />
}

export function useFetchAhead(to: string): () => void {
  const fetchAhead = useContext(FetchAheadContext)
  return () => fetchAhead(to)
}
