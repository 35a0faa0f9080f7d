import * as addresses from '#contract/office/addresses.ts'
import type { PlannerSession } from '#contract/office/planner.ts'
import { useLocation, useNavigate } from '#web/navigation/router.tsx'
import { showUndo } from '../ui/undo-bar.tsx'
import { useSessionActions } from './planner-queries.ts'

const draftsInWords = (count: number) => `${count} ${count === 1 ? 'draft' : 'drafts'}`

/**
 * Deletes drafts and offers to take it back. The page of a class that went with its last draft is left for the planner,
 * on the day of the first of them.
 */
export function useDeleteDrafts(): (drafts: PlannerSession[]) => Promise<void> {
  const { deleteDrafts, restoreDrafts } = useSessionActions()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return async drafts => {
    const sessions = drafts.map(({ id, version }) => ({ id, version }))
    const { deleted } = await deleteDrafts.mutateAsync({ sessions })
    const isGone = deleted.some(
      ({ offering, offeringId }) => offering && pathname === addresses.plannedClass({ id: offeringId }),
    )
    if (isGone) {
      const [first = ''] = drafts.map(({ date }) => date).sort()
      navigate(`${addresses.planner()}?day=${first}`, { replace: true })
    }
    showUndo(`${draftsInWords(drafts.length)} deleted`, () => restoreDrafts.mutateAsync({ deleted }))
  }
}
