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
 * The date whose drawer is open (spec 3 §2.5.4). It stands in the address, so that a reload, the way back and whoever is
 * sent it open it again; what is typed in the drawer stays, wherever somebody else moves the date meanwhile.
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
  // The drawer has an entry of its own: this one is that of the page below.
  const open = useCallback(
    ({ id }: PlannerSession) => setFilters({ session: String(id) }, { replace: true }),
    [setFilters],
  )
  const close = useCallback(() => setFilters({ session: '' }, { replace: true }), [setFilters])
  useEffect(() => {
    if (!why) return
    showProblem(why)
    // Not itself: what it says would be unsaid while it is asked.
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'planner-session' })
    // The drawer's entry goes first.
    return onceSettled(close)
  }, [why, close, client])
  // What did not come is shown as the list has it.
  return [session === '' || why ? undefined : (data ?? row), open, close]
}
