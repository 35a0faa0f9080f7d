import '#web/site/offerings/session-card.css'
import type { ReactNode } from 'react'
import { timeRange } from '#web/ui/british-dates.ts'
import { ColourGround } from '#web/ui/colour-ground.tsx'

interface OwnSessionCardProps {
  /** By which the button says whose it is. */
  id: string
  session: {
    colour: string
    startTime: string
    endTime: string
    title: string
    venue: string
    ages: string
  }
  isOpen: boolean
  /** Behind the type's name. */
  remark?: string
  /** Beside venue and ages. */
  fact?: string
  /** The one thing that can be done. */
  action?: ReactNode
}

/** A session in a calendar of one's own: when, what and where, and the one thing that can be done. */
export function OwnSessionCard({ id, session, isOpen, remark, fact, action }: OwnSessionCardProps) {
  return (
    // A moved place is come back to by its card.
    <li tabIndex={-1} className="session own-session" data-state={isOpen ? 'open' : 'past'}>
      <ColourGround colour={session.colour} className="session-colour" />
      <div className="session-what" id={id}>
        <p className="session-time">{timeRange(session.startTime, session.endTime)}</p>
        <h4 className="session-type">
          {session.title}
          {remark}
        </h4>
      </div>
      <p className="session-facts">
        <span>{session.venue}</span> <span>{session.ages}</span> {fact && <span>{fact}</span>}
      </p>
      {action && <p className="session-actions">{action}</p>}
    </li>
  )
}
