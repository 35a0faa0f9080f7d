import { infiniteQueryOptions } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { OfficeList } from '#contract/office/office-call.ts'
import { useNavigate, useSearchParams } from '#web/navigation/router.tsx'

/** A list of the office, fifty rows at a time: `ask` is the call with its filters and `after`. */
export const listQuery = <Row>(
  queryKey: unknown[],
  ask: (after: string | undefined) => Promise<OfficeList<Row>>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => ask(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.next ?? undefined,
    placeholderData: before => before,
  })

/** With `replace` the way back does not lead through it. The same function all along. */
type SetFilters<Names> = (
  changes: { [Name in keyof Names]?: string },
  options?: { replace?: boolean },
) => void

/**
 * What narrows a list down, kept in the address: `const [filters, setFilters] = useFilters({ words: '', state: '' })`.
 * What is as given here is not in it.
 */
export function useFilters<const Names extends Record<string, string>>(
  usual: Names,
): [filters: { [Name in keyof Names]: string }, set: SetFilters<Names>] {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const given = useRef(usual)
  useEffect(() => {
    given.current = usual
  })
  const filters = Object.fromEntries(
    Object.entries(usual).map(([name, value]) => [name, search.get(name) ?? value]),
  ) as { [Name in keyof Names]: string }
  const set = useCallback<SetFilters<Names>>(
    (changes, { replace = false } = {}) => {
      // Read anew: two changes may come before the page is drawn again.
      const next = new URLSearchParams(location.search)
      for (const [name, value = ''] of Object.entries(changes)) {
        if (value === given.current[name]) next.delete(name)
        else next.set(name, value)
      }
      const to = `${location.pathname}${next.size > 0 ? `?${next}` : ''}`
      navigate(to, { replace, state: { keepsScroll: true } })
    },
    [navigate],
  )
  return [filters, set]
}

/** Whether something has lasted for 150 ms: what is quicker shows no skeleton. */
export function useLasts(isSo: boolean): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLasts(isSo), isSo ? 150 : 0)
    return () => clearTimeout(timer)
  }, [isSo])
  return isSo && lasts
}
