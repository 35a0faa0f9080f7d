import { useState } from 'react'
import { readPendingAction } from '#web/navigation/pending-action.ts'
import { useToday } from '#web/today.tsx'
import { spokenWhen } from '#web/ui/british-dates.ts'

/** The session that somebody wanted to book, as far as it is named here. */
interface WantedSession {
  title: string
  date: string
  endDate: string
  startTime: string
  endTime: string
}

/** Names the class that somebody wanted to book when they were asked for a child first; nothing without one. */
export function WaitingClass() {
  const today = useToday()
  const [session] = useState(() => {
    const what: { session?: WantedSession } | undefined = readPendingAction(sessionStorage)?.what
    return what?.session
  })
  if (!session) return null
  return (
    <p className="hint-box">
      <strong>
        {session.title}, {spokenWhen({ ...session, startDate: session.date }, today)}
      </strong>
      , waits for you here. Add your child, and you are back there with the date still chosen.
    </p>
  )
}
