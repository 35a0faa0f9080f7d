import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { PlannerSession } from '#contract/office/planner.ts'
import { isSignedOut, OfficeRefusal } from '#domain/office/office-refusal.ts'
import { onceSettled } from '#web/navigation/layers.ts'
import { showProblem } from '#web/ui/messages.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useFilters } from '../ui/office-list.ts'
import { sessionQuery } from './planner-queries.ts'

/**
 * Keeps the date whose panel is open in the address (spec 3 §2.5.4), so that a reload, Back or a shared link opens it
 * again. Typed changes stay, even if somebody else moves the date.
 */
export function useOpenedDate(
  shown: PlannerSession[],
): [opened: PlannerSession | undefined, open: (session: PlannerSession) => void, close: () => void] {
  const client = useQueryClient()
  const [{ session }, setFilters] = useFilters({ session: '' })
  const row = shown.find(({ id }) => String(id) === session)
  const { data, error } = useQuery({
    ...sessionQuery(useOfficeApi(), Number(session)),
    enabled: session !== '',
    placeholderData: row,
  })
  const why = !data && error instanceof OfficeRefusal && !isSignedOut(error) && error.message
  // The drawer has its own history entry. This replaces the page's entry.
  const open = useCallback(
    ({ id }: PlannerSession) => setFilters({ session: String(id) }, { replace: true }),
    [setFilters],
  )
  const close = useCallback(() => setFilters({ session: '' }, { replace: true }), [setFilters])
  useEffect(() => {
    if (!why) return
    showProblem(why)
    // The date's own query is left out, because its data would be cleared meanwhile.
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'planner-session' })
    // Waits until the drawer's history entry is gone.
    return onceSettled(close)
  }, [why, close, client])
  // If the query fails, the list's data are shown.
  return [session === '' || why ? undefined : (data ?? row), open, close]
}
