import { type ReactNode, useRef } from 'react'
import type { PlannerSession } from '#contract/office/planner.ts'
import { useQuestion } from '../ui/question.tsx'
import { showUndo } from '../ui/undo-bar.tsx'
import { useSessionActions } from './planner-queries.ts'

type Press = () => Promise<void>
type Hide = (
  sessions: PlannerSession[],
  isHidden: boolean,
  /** What is to be asked last, before it is pressed. */
  goOn?: (press: Press) => Promise<unknown>,
) => Promise<unknown>

/** Hides dates or shows them again, and offers to take it back; where families have places it asks first. */
export function useHide(): [hide: Hide, question: ReactNode] {
  const { hide } = useSessionActions()
  const [ask, question] = useQuestion()
  const isUnderWay = useRef(false)
  const hideAll: Hide = async (sessions, isHidden, goOn = press => press()) => {
    const taken = sessions.reduce((sum, session) => sum + session.taken, 0)
    if (isHidden && taken > 0) {
      const answer = await ask({
        title: sessions.length === 1 ? 'Hide this date?' : `Hide ${sessions.length} dates?`,
        facts: [['Places that stay booked', taken]],
        children: <p>Nobody else can book. Whoever has a place keeps it and is told nothing.</p>,
        verb: 'Hide',
      })
      if (!answer) return
    }
    return goOn(async () => {
      const asRead = sessions.map(({ id, version }) => ({ id, version }))
      const { saved } = await hide.mutateAsync({ sessions: asRead, isHidden })
      // Pressed again, nothing was left to do: what the first press did can still be taken back.
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
