import '#web/site/offerings/session-card.css'
import type { ReactNode } from 'react'
import { timeRange } from '#web/ui/british-dates.ts'
import { ColourGround } from '#web/ui/colour-ground.tsx'

interface OwnSessionCardProps {
  /** The id of the element that labels the button. */
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
  /** Its date was cancelled, so it is struck through. */
  isCancelled?: boolean
  /** A note after the type's name. */
  remark?: string
  /** A fact beside venue and ages. */
  fact?: string
  /** The only action. */
  action?: ReactNode
}

/** A session in an own calendar: when, what and where, and its action. */
export function OwnSessionCard({
  id,
  session,
  isOpen,
  isCancelled = false,
  remark,
  fact,
  action,
}: OwnSessionCardProps) {
  return (
    // A moved place's card gets the focus.
    <li tabIndex={-1} className="session own-session" data-state={isOpen ? 'open' : 'past'}>
      <ColourGround colour={session.colour} className="session-colour" />
      <div className="session-what" id={id}>
        <p className="session-time">{timeRange(session.startTime, session.endTime)}</p>
        <h4 className="session-type">
          {isCancelled ? <s>{session.title}</s> : session.title}
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
