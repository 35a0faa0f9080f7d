import { useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import type { WaitingEntry } from '#contract/office/waiting.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useToday } from '#web/today.tsx'
import { Button } from '#web/ui/button.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { People } from '../families/people.tsx'
import { spokenInstant } from '../ui/moments.ts'
import { useQuestion } from '../ui/question.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { OfferNow } from './offer-now.tsx'
import { useTakeOff } from './waiting-queries.ts'

/** Shows somebody who waits, with the actions for them. */
export function EntryRow({ entry }: { entry: WaitingEntry }) {
  const { id, accountId, name, phone, email, since, tried, offerUntil } = entry
  const today = useToday()
  const takeOff = useTakeOff()
  const [ask, question] = useQuestion()
  const [isOffering, setOffering] = useState(false)
  const press = async () => {
    const answer = await ask({
      title: `Take ${name} off the list?`,
      facts: [
        ['Told by email', email ? 1 : 0],
        ['Reserved places offered to the next family', offerUntil ? 1 : 0],
      ],
      children: <p>The family is told that they no longer wait, and not the reason.</p>,
      verb: 'Take off the list',
      wantsReason: true,
    })
    if (!answer) return
    const { offered } = await takeOff.mutateAsync({ id, reason: answer.reason })
    showSuccess(
      offered > 0
        ? `${name} was taken off. The next one is being offered the place`
        : `${name} was taken off the list`,
    )
  }
  return (
    <li>
      <p className="waiting-who">
        {accountId ? (
          <PageLink to={addresses.family({ id: accountId })}>{name}</PageLink>
        ) : (
          <span className="strong">{name}</span>
        )}{' '}
        <EntryState entry={entry} />
      </p>
      <p className="quiet">
        Since {spokenInstant(since, today)}
        {tried > 0 && ` · offered ${tried === 1 ? 'once' : `${tried} times`} before and not taken`}
        {accountId === null && ' · without an account'}
      </p>
      <People people={[{ name: '', phone, email, relationship: '' }]} pickUp={null} />
      <p className="row gap-s">
        {!offerUntil && (
          <Button
            look="secondary"
            size="small"
            aria-label={`Offer now to ${name}`}
            onClick={() => setOffering(true)}
          >
            Offer now
          </Button>
        )}
        <Button
          look="quiet"
          size="small"
          aria-label={`Take off ${name}`}
          isBusy={takeOff.isPending}
          onClick={() => void press().catch(() => {})}
        >
          Take off
        </Button>
      </p>
      {question}
      {isOffering && <OfferNow entry={entry} onClose={() => setOffering(false)} />}
    </li>
  )
}

/** Shows the position in the queue, or until when a place is reserved and who offered it. */
export function EntryState({ entry: { offerUntil, offeredBy, position } }: { entry: WaitingEntry }) {
  const today = useToday()
  if (!offerUntil) return <StateWord is="open">{position === 1 ? 'Next' : `Number ${position}`}</StateWord>
  return (
    <StateWord is="open">
      Kept until {spokenInstant(offerUntil, today)}
      {offeredBy && `, by ${offeredBy}`}
    </StateWord>
  )
}
