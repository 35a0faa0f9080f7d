import { infiniteQueryOptions } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { OfficeList } from '#contract/office/office-call.ts'
import { useNavigate, useSearchParams } from '#web/navigation/router.tsx'

/** Queries a list of the office, fifty rows at a time. `ask` is the call with its filters and `after`. */
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

/** Always the same function. With `replace` no history entry is added. */
type SetFilters<Names> = (
  changes: { [Name in keyof Names]?: string },
  options?: { replace?: boolean },
) => void

/**
 * Keeps a list's filters in the address: `const [filters, setFilters] = useFilters({ words: '', state: '' })`.
 * Values equal to these defaults are left out.
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
      // Read again: two changes may come before a render.
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

/** Whether something has lasted for 150 ms, so that quick loading shows no skeleton. */
export function useDelayed(isSo: boolean): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLasts(isSo), isSo ? 150 : 0)
    return () => clearTimeout(timer)
  }, [isSo])
  return isSo && lasts
}
