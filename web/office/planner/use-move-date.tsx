import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import type { PlannerSession } from '#contract/office/planner.ts'
import { shortDay } from '#domain/format-dates.ts'
import { asksToKeep } from '#domain/office/planner-sentences.ts'
import { showProblem } from '#web/ui/messages.tsx'
import { useQuestion } from '../ui/question.tsx'
import { showUndo } from '../ui/undo-bar.tsx'
import { useSessionActions } from './planner-queries.ts'
import { showTold } from './show-told.ts'

type Move = (session: PlannerSession, to: { date: string; startTime: string }) => Promise<void>

/** Moves a date of the week to another day and time, with Undo. Asks on a closed day; render `question`. */
export function useMoveDate(): [move: Move, question: ReactNode] {
  const { save } = useSessionActions()
  const [ask, question] = useQuestion()
  const move = async (
    session: PlannerSession,
    to: { date: string; startTime: string },
    keepInClosure = false,
  ) => {
    const changes = { ...to, ...(keepInClosure && { keepInClosure }) }
    const { saved, left } = await save.mutateAsync({
      sessions: [{ id: session.id, version: session.version }],
      changes,
      tell: false,
    })
    const sentence = left[0]?.sentence
    if (sentence && asksToKeep(sentence)) {
      if (await ask({ title: sentence, verb: 'Keep the date' })) await move(session, to, true)
    } else if (sentence) showProblem(sentence)
    else
      showUndo(`Moved to ${shortDay(to.date)}, ${to.startTime}`, async () => {
        const changes = { date: session.date, startTime: session.startTime, keepInClosure: true }
        // It may have been published and booked meanwhile.
        const { left, ...holders } = await save.mutateAsync({ sessions: saved, changes, tell: true })
        if (left[0]) showProblem(left[0].sentence)
        showTold(holders, 'time')
      })
  }
  // Always the same function, so that the week is not rendered again.
  const moving = useRef(move)
  useEffect(() => {
    moving.current = move
  })
  const onMove = useCallback<Move>((...to) => moving.current(...to), [])
  return [onMove, question]
}
