import * as addresses from '#contract/office/addresses.ts'
import type { PlannerSession } from '#contract/office/planner.ts'
import { counted } from '#domain/counted.ts'
import { useLocation, useNavigate } from '#web/navigation/router.tsx'
import { showUndo } from '../ui/undo-bar.tsx'
import { useSessionActions } from './planner-queries.ts'

/**
 * Deletes drafts and offers Undo. If the class is deleted with its last draft, opens the planner on the day of the
 * first draft.
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
    showUndo(`${counted(drafts.length, 'draft')} deleted`, () => restoreDrafts.mutateAsync({ deleted }))
  }
}
