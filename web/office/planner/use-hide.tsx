import { type ReactNode, useRef } from 'react'
import type { PlannerSession } from '#contract/office/planner.ts'
import { useQuestion } from '../ui/question.tsx'
import { showUndo } from '../ui/undo-bar.tsx'
import { useSessionActions } from './planner-queries.ts'

type Submit = () => Promise<void>
type Hide = (
  sessions: PlannerSession[],
  isHidden: boolean,
  /** A last confirmation before the change. */
  goOn?: (submit: Submit) => Promise<unknown>,
) => Promise<unknown>

/** Hides dates or shows them again, and offers Undo; asks first where families have places. */
export function useHide(): [hide: Hide, question: ReactNode] {
  const { hide } = useSessionActions()
  const [ask, question] = useQuestion()
  const isUnderWay = useRef(false)
  const hideAll: Hide = async (sessions, isHidden, goOn = submit => submit()) => {
    const taken = sessions.reduce((sum, session) => sum + session.taken, 0)
    if (isHidden && taken > 0) {
      const answer = await ask({
        title: sessions.length === 1 ? 'Hide this date?' : `Hide ${sessions.length} dates?`,
        facts: [['Places that stay booked', taken]],
        children: <p>Nobody else can book. Families with a place keep it and are not told.</p>,
        verb: 'Hide',
      })
      if (!answer) return
    }
    return goOn(async () => {
      const asRead = sessions.map(({ id, version }) => ({ id, version }))
      const { saved } = await hide.mutateAsync({ sessions: asRead, isHidden })
      // A repeated submission changed nothing; the first one's Undo still works.
      if (saved.length === 0) return
      showUndo(isHidden ? `${saved.length} hidden` : `${saved.length} shown again`, () =>
        hide.mutateAsync({ sessions: saved, isHidden: !isHidden }),
      )
    })
  }
  const hideOnce: Hide = async (...given) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    await hideAll(...given).finally(() => {
      isUnderWay.current = false
    })
  }
  return [hideOnce, question]
}
