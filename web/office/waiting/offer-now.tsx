import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OfferedDate, WaitingEntry } from '#contract/office/waiting.ts'
import { maxOfferHours, offerHours } from '#domain/limits.ts'
import { officeSentences, saysWhy } from '#domain/office/sentences.ts'
import { waitingSentences } from '#domain/office/waiting-sentences.ts'
import { useToday } from '#web/today.tsx'
import { spokenDate } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { useCloseDialog } from '#web/ui/forms/dialog.tsx'
import { Field, Select } from '#web/ui/forms/field.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useMay } from '../office-session.ts'
import { LogReason } from '../ui/fields.tsx'
import { spokenInstant } from '../ui/moments.ts'
import { WithAnswer } from '../ui/not-loaded.tsx'
import { SidePanel } from '../ui/side-panel.tsx'
import { offerDatesQuery, useOfferNow } from './waiting-queries.ts'

/** Offers somebody a place out of turn: a free one, or one that is added with the offer. */
export function OfferNow({ entry, onClose }: { entry: WaitingEntry; onClose: () => void }) {
  const dates = useQuery(offerDatesQuery(useOfficeApi(), entry.id))
  return (
    <SidePanel title={`Offer ${entry.name} a place`} onClose={onClose}>
      <WithAnswer query={dates}>
        {found =>
          found.length === 0 ? (
            <p className="quiet">{waitingSentences.cannotBeOffered}</p>
          ) : (
            <OfferForm entry={entry} dates={found} />
          )
        }
      </WithAnswer>
    </SidePanel>
  )
}

function OfferForm({
  entry: { id, name, position, email },
  dates,
}: {
  entry: WaitingEntry
  dates: OfferedDate[]
}) {
  const today = useToday()
  const mayRaise = useMay('planner.edit')
  const offer = useOfferNow()
  const close = useCloseDialog()
  const [chosen, setChosen] = useState(dates[0]?.sessionId)
  const [hours, setHours] = useState(String(offerHours))
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useState({ hours: '', reason: '' })
  const date = dates.find(({ sessionId }) => sessionId === chosen) ?? dates[0]
  if (!date) return null
  const { sessionId, capacity, taken, kept, free } = date
  const isFull = free < 1
  const press = async () => {
    const count = Number(hours)
    const isWhole = Number.isInteger(count) && count >= 1 && count <= maxOfferHours
    const wrong = {
      hours: isWhole ? '' : waitingSentences.offerHours,
      reason: saysWhy(reason.trim()) ? '' : officeSentences.sayWhy,
    }
    setProblems(wrong)
    if (wrong.hours || wrong.reason) return
    const { offerUntil, isRaised } = await offer.mutateAsync({
      ...{ id, sessionId, hours: count, reason: reason.trim() },
      ...(isFull && { raiseTo: capacity + 1 }),
    })
    close()
    const told = email ? 'They are told by email' : 'Please ring them'
    const until = `A place is kept for ${name} until ${spokenInstant(offerUntil, today)}. ${told}`
    showSuccess(isRaised ? `${until}. The date has ${capacity + 1} places now` : until)
  }
  return (
    <form
      className="stack"
      method="dialog"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void press().catch(() => {})
      }}
    >
      {dates.length > 1 && (
        <Select
          label="Date"
          value={String(sessionId)}
          options={dates.map(one => ({
            value: String(one.sessionId),
            label: `${whenOf(one, today)}, ${one.free > 0 ? `${one.free} free` : 'full'}`,
          }))}
          onChange={event => setChosen(Number(event.currentTarget.value))}
        />
      )}
      <p className="figures">
        {whenOf(date, today)}: {taken} of {capacity} places taken
        {kept > 0 && `, ${kept} kept`}
        {isFull ? ', none free' : `, ${free} free`}
      </p>
      {isFull && !mayRaise ? (
        <p>The date is full. Somebody who plans can give it one more place and offer that.</p>
      ) : (
        <>
          {position > 1 && (
            <p>
              {position === 2 ? '1 family has' : `${position - 1} families have`} waited longer. They keep
              their turn.
            </p>
          )}
          {!email && <p>They left no email address. Please ring them.</p>}
          <Field
            label="Keep it for (hours)"
            type="number"
            inputMode="numeric"
            min={1}
            max={maxOfferHours}
            step={1}
            value={hours}
            hint="It ends when the class starts, if that is sooner"
            error={problems.hours}
            onChange={event => setHours(event.currentTarget.value)}
          />
          <LogReason value={reason} problem={problems.reason} onChange={setReason} />
          <div className="row gap-s">
            <Button type="submit" isBusy={offer.isPending}>
              {isFull ? `Raise to ${capacity + 1} places and offer` : 'Offer the place'}
            </Button>
            <Button look="secondary" onClick={close}>
              Go back
            </Button>
          </div>
        </>
      )}
    </form>
  )
}

const whenOf = ({ date, startTime }: OfferedDate, today: string) => `${spokenDate(date, today)}, ${startTime}`
