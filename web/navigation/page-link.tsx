import { createContext, useContext } from 'react'
import { Link, type LinkProps } from './router.tsx'

// Links get this function to start loading a page.
const FetchAheadContext = createContext<(to: string) => void>(() => undefined)
export const FetchAheadProvider = FetchAheadContext.Provider

/** A link that loads the page's code and data on hover or focus: `<PageLink to={home()}>`. */
export function PageLink({ to, ...others }: LinkProps) {
  const fetchPage = useFetchAhead(to)
  return <Link {...others} to={to} onPointerEnter={fetchPage} onFocus={fetchPage} />
}

export function useFetchAhead(to: string): () => void {
  const fetchAhead = useContext(FetchAheadContext)
  return () => fetchAhead(to)
}
