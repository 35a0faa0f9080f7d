import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { PlannerSession } from '#contract/office/planner.ts'
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
  const [{ session }, setFilters] = useFilters({ session: '' })
  const { data } = useQuery({
    ...sessionQuery(useOfficeApi(), Number(session)),
    enabled: session !== '',
    placeholderData: shown.find(({ id }) => String(id) === session),
  })
  // The drawer has an entry of its own: this one is that of the page below.
  const open = useCallback(
    ({ id }: PlannerSession) => setFilters({ session: String(id) }, { replace: true }),
    [setFilters],
  )
  const close = useCallback(() => setFilters({ session: '' }, { replace: true }), [setFilters])
  return [session === '' ? undefined : data, open, close]
}
