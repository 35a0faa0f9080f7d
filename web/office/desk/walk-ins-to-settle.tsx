import '../waiting/waiting.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import type { WalkInToSettle } from '#contract/office/walk-ins.ts'
import { telOf } from '#domain/email-address.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useToday } from '#web/today.tsx'
import { spokenDate } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useQuestion } from '../ui/question.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { BookForThem } from './book-for-them.tsx'
import { useDismissWalkIn, walkInsQuery } from './desk-queries.ts'

/** Lists those who came without a booking, to book them in and take their money. Empty, it shows nothing. */
export function WalkInsToSettle() {
  const walkIns = useQuery(walkInsQuery(useOfficeApi()))
  const [booking, setBooking] = useState<WalkInToSettle>()
  const shown = walkIns.data ?? []
  return (
    <>
      {shown.length > 0 && (
        <section aria-labelledby="to-settle" className="stack gap-s above-l">
          <h2 id="to-settle">Walk-ins to settle</h2>
          <ul className="waiting-rows">
            {shown.map(walkIn => (
              <li key={walkIn.id}>
                <Line walkIn={walkIn} onBook={() => setBooking(walkIn)} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {booking && (
        <BookForThem
          words={booking.name}
          ofClass={{
            ...{ offeringId: booking.offeringId, sessionId: booking.sessionId, walkInId: booking.id },
            title: `${booking.title}, ${booking.venue}`,
          }}
          onClose={() => setBooking(undefined)}
        />
      )}
    </>
  )
}

function Line({
  walkIn: { id, name, phone, isTrial, day, by, sessionId, title, startTime },
  onBook,
}: {
  walkIn: WalkInToSettle
  onBook: () => void
}) {
  const today = useToday()
  const dismiss = useDismissWalkIn()
  const [ask, question] = useQuestion()
  const press = async () => {
    const answer = await ask({
      title: `Take ${name} off the list?`,
      children: <p>Nothing is booked and nothing charged. They stay in the register.</p>,
      verb: 'Take off the list',
      wantsReason: true,
    })
    if (!answer) return
    await dismiss.mutateAsync({ id, reason: answer.reason })
    showSuccess(`${name} is off the list`)
  }
  return (
    <>
      <p className="waiting-who">
        {name}
        {isTrial && <StateWord is="look">Trial</StateWord>}
        {phone && <a href={`tel:${telOf(phone)}`}>{phone}</a>}
      </p>
      <p className="quiet">
        <PageLink to={`${addresses.register({ id: sessionId })}?day=${day}`}>{title}</PageLink>,{' '}
        {spokenDate(day, today)}, {startTime} · noted by {by}
      </p>
      <p className="row gap-s">
        <Button size="small" aria-label={`Book them in: ${name}`} onClick={onBook}>
          Book them in
        </Button>
        <Button
          size="small"
          look="secondary"
          aria-label={`Nothing to book: ${name}`}
          isBusy={dismiss.isPending}
          onClick={() => void press().catch(() => {})}
        >
          Nothing to book
        </Button>
      </p>
      {question}
    </>
  )
}
