import type { LaterMethod } from '#domain/desk-payment.ts'
import type { Attendees, OfferingKind } from '#domain/offering-kinds.ts'
import { AgeHint } from '#web/site/offerings/age-hint.tsx'
import { HowToMove, OrderInBrief } from '#web/site/payments/order-in-brief.tsx'
import { useToday } from '#web/today.tsx'
import { spokenWhen } from '#web/ui/british-dates.ts'
import type { Preview } from './booking-choice.ts'
import { useOwnChildren } from './queries.ts'

interface BookingInBriefProps {
  kind: OfferingKind
  quote: Preview
  /** The day of the pressed session. */
  date: string
  chosen: number[]
  attendees: Attendees
  pence: number
  credits?: number
  /** The price without a discount; a trial has none. */
  list?: Preview
  isTrial?: boolean
  payLater?: LaterMethod | undefined
}

const maxSessions = 5

/** Summarises the booking: what, when, where, for whom, the price, and how to move it. */
export function BookingInBrief(given: BookingInBriefProps) {
  const { kind, quote, date, chosen, attendees, pence, credits, list, payLater, isTrial = false } = given
  const today = useToday()
  const { title, venue } = quote.offering
  const own = useOwnChildren(kind).data ?? []
  const children = attendees.who === 'contact' ? [] : own.filter(({ id }) => attendees.childIds.includes(id))
  const names =
    attendees.who === 'contact' ? attendees.fullName : children.map(({ firstName }) => firstName).join(', ')
  const sessions = quote.sessions.filter(({ id }) => chosen.includes(id))
  const shown = sessions.length > maxSessions ? sessions.slice(0, maxSessions - 1) : sessions
  const when = shown.map(session => spokenWhen(session, today))
  if (shown.length < sessions.length) when.push(`and ${sessions.length - shown.length} more`)
  return (
    <>
      <OrderInBrief
        facts={[
          ['What', isTrial ? `${title}, a trial` : title],
          ['When', when.join('\n')],
          ['Where', venue.name],
          ['For', names],
          ...(attendees.who === 'contact'
            ? [['Email', attendees.email || 'None, so we cannot write to you'] as const]
            : []),
        ]}
        pence={pence}
        credits={credits}
        list={list}
        payLater={payLater}
      >
        <HowToMove isTrial={isTrial} />
      </OrderInBrief>
      <AgeHint session={{ offeringId: quote.offering.id, date }}>{children}</AgeHint>
    </>
  )
}
