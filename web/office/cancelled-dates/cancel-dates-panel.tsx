import '../ui/thing.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import type { DatesPreview } from '#contract/office/cancelled-dates.ts'
import {
  backInText,
  cancelDateSentences,
  type DatesSettled,
  outcomesInWords,
  undoSeconds,
} from '#domain/office/cancelled-dates.ts'
import { useNavigate } from '#web/navigation/router.tsx'
import { useToday } from '#web/today.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/forms/field.tsx'
import { useOfficeApi } from '../office-api.ts'
import { FieldGroup } from '../ui/fields.tsx'
import { WithAnswer } from '../ui/not-loaded.tsx'
import { FactsTable, useQuestion } from '../ui/question.tsx'
import { SidePanel } from '../ui/side-panel.tsx'
import {
  type DatesAsked,
  datesPreviewQuery,
  targetsQuery,
  useCancelDates,
} from './cancelled-dates-queries.ts'
import { DateLines, type Fact, factOfPoints, factsOfPlaces, many, recipientFacts } from './date-figures.tsx'
import { NoteToFamilies } from './note-to-families.tsx'

const settleWords = {
  card: 'All money back to the cards',
  credits: 'Credits for everybody',
  move: 'Move all who fit to another date',
} as const satisfies Record<DatesSettled, string>

const datesOf = (count: number) => (count === 1 ? 'the date' : many(count, 'date', 'dates'))

/**
 * Cancels dates: asks how their places are settled, shows the totals, and repeats them in a question before sending.
 */
export function CancelDatesPanel({ sessionIds, onClose }: { sessionIds: number[]; onClose: () => void }) {
  const [settle, setSettle] = useState<DatesSettled>('card')
  const [target, setTarget] = useState<number>()
  const asked: DatesAsked = {
    sessionIds,
    settle,
    ...(settle === 'move' && target && { toSessionId: target }),
  }
  const isAsked = settle !== 'move' || target !== undefined
  const preview = useQuery({ ...datesPreviewQuery(useOfficeApi(), asked), enabled: isAsked })
  return (
    <SidePanel title={`Cancel ${datesOf(sessionIds.length)}`} onClose={onClose}>
      <div className="stack">
        <Select
          data-begins
          label="Settle the places"
          value={settle}
          options={Object.entries(settleWords).map(([value, label]) => ({ value, label }))}
          onChange={event => setSettle(event.currentTarget.value as DatesSettled)}
        />
        {settle === 'move' && <Target except={sessionIds} value={target} onChoose={setTarget} />}
        {isAsked ? (
          <WithAnswer query={preview}>{answer => <Figures asked={asked} preview={answer} />}</WithAnswer>
        ) : (
          <p className="quiet">{cancelDateSentences.chooseTarget}</p>
        )}
      </div>
    </SidePanel>
  )
}

function Target({
  except,
  value,
  onChoose,
}: {
  except: number[]
  value: number | undefined
  onChoose: (id: number | undefined) => void
}) {
  const today = useToday()
  const [day, setDay] = useState('')
  const dates = useQuery(targetsQuery(useOfficeApi(), day))
  const free = (dates.data ?? []).filter(
    ({ id, capacity, taken, kept }) => !except.includes(id) && capacity > taken + kept,
  )
  return (
    <div className="columns">
      <Field
        label="Day of the other date"
        type="date"
        min={today}
        value={day}
        onChange={event => {
          setDay(event.currentTarget.value)
          onChoose(undefined)
        }}
      />
      <Select
        label="The other date"
        value={value ?? ''}
        disabled={free.length === 0}
        options={[
          {
            value: '',
            label: day && dates.isSuccess && free.length === 0 ? 'None with a free place' : 'Choose',
          },
          ...free.map(({ id, title, startTime, venue, capacity, taken, kept }) => ({
            value: id,
            label: `${startTime} ${title}, ${venue} (${capacity - taken - kept} free)`,
          })),
        ]}
        onChange={event => onChoose(Number(event.currentTarget.value) || undefined)}
      />
    </div>
  )
}

/** Counts and pounds, as they are shown before the press and repeated by the question. */
function factsOf(preview: DatesPreview): Fact[] {
  const { moved, unpaidOrders, waiting } = preview
  const facts: (Fact | false)[] = [
    ...factsOfPlaces(preview.places, preview),
    factOfPoints(preview.points),
    moved > 0 && ['Moved to the other date', many(moved, 'place', 'places')],
    unpaidOrders > 0 && ['Unpaid orders that end', String(unpaidOrders)],
    waiting > 0 && ['Taken off the waiting list', String(waiting)],
    ...recipientFacts(preview),
  ]
  return facts.filter(fact => fact !== false)
}

/**
 * Names the places that are settled otherwise than chosen, with the reason. A collapsed section
 * lists all places.
 */
function Settled({ settled }: Pick<DatesPreview, 'settled'>) {
  if (settled.length === 0) return null
  return (
    <div className="stack gap-s">
      {outcomesInWords(settled).map(sentence => (
        <p key={sentence}>{sentence}</p>
      ))}
      <FieldGroup title="What comes back for each place" isFolded>
        <ul className="plain-lines">
          {settled.map(({ bookingId, who, ...back }) => (
            <li key={bookingId}>
              {who}: <span className="figures">{backInText(back)}</span>
            </li>
          ))}
        </ul>
      </FieldGroup>
    </div>
  )
}

function Figures({ asked, preview }: { asked: DatesAsked; preview: DatesPreview }) {
  const navigate = useNavigate()
  const cancel = useCancelDates()
  const [note, setNote] = useState('')
  const [ask, question] = useQuestion()
  const { dates, cannotMove, settled, places, refundedPence, credits, moved, unpaidOrders } = preview
  const facts = factsOf(preview)
  const verb = `Cancel ${datesOf(dates.length)}`
  const press = async () => {
    const answer = await ask({
      title: `${verb}?`,
      facts,
      children: (
        <p>
          Sales stop at once. You can undo this for {undoSeconds} seconds. Then everybody is told, and it
          cannot be undone.
        </p>
      ),
      verb,
    })
    if (!answer) return
    const expected = { places, refundedPence, credits, moved, unpaidOrders }
    const { id } = await cancel.mutateAsync({ ...asked, note: note.trim(), expected })
    navigate(addresses.cancelledDates({ id }))
  }
  return (
    <>
      <DateLines dates={dates} />
      <FactsTable facts={facts} />
      <Settled settled={settled} />
      {cannotMove.length > 0 && (
        <div>
          <p>The money of these goes back:</p>
          <ul className="plain-lines">
            {cannotMove.map(({ bookingId, who, sentence }) => (
              <li key={bookingId}>
                {who}: {sentence}
              </li>
            ))}
          </ul>
        </div>
      )}
      <NoteToFamilies note={note} onChange={setNote} />
      <p>
        <Button isBusy={cancel.isPending} onClick={() => void press().catch(() => {})}>
          {verb}
        </Button>
      </p>
      {question}
    </>
  )
}
