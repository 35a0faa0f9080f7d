import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { planner } from '#contract/office/planner.ts'
import type { Term } from '#contract/office/terms.ts'
import type { CallOutput } from '#contract/wire.ts'
import { addDays } from '#domain/calendar.ts'
import { counted } from '#domain/counted.ts'
import { shortDay } from '#domain/format-dates.ts'
import { firstFew, offeredPlaces, plannerSentences } from '#domain/office/planner-sentences.ts'
import { saysWhy } from '#domain/office/sentences.ts'
import { useToday } from '#web/today.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, useMarking } from '#web/ui/forms/field.tsx'
import { useFormValue } from '#web/ui/forms/form.tsx'
import { showProblem, showSuccess } from '#web/ui/messages.tsx'
import { useOfficeApi } from '../office-api.ts'
import { wordsOfFailure } from '../office-query-client.ts'
import { EditForm } from '../ui/edit-form.tsx'
import { StateInWords, useKeptState } from '../ui/kept-state.tsx'
import { WithAnswer } from '../ui/not-loaded.tsx'
import { FactsTable } from '../ui/question.tsx'
import { SidePanel } from '../ui/side-panel.tsx'
import { laterOf, newTimes, type Room, slotsOf, type Times, TimesRow, withAnother } from './class-times.tsx'
import { DaysFields, ReasonField } from './planner-fields.tsx'
import {
  choicesQuery,
  type PlannedClass,
  termsQuery,
  timesPreviewQuery,
  useSaveTimes,
} from './planner-queries.ts'
import { arePlacesWhole } from './session-checks.ts'
import { slotInWords, withOwn } from './session-words.ts'

interface Kept {
  lines: Times[]
  from: string
  to: string
  withPublished: boolean
}

const linesOf = (slots: PlannedClass['slots']): Times[] =>
  slots.map(({ weekday, capacity, ...slot }) => ({
    ...newTimes({ ...slot, weekdays: [weekday], capacity: String(capacity) }),
    key: String(slot.id),
  }))
const nameOf = ({ sessions }: PlannedClass, id: number) => {
  const session = sessions.find(one => one.id === id)
  return session ? `${shortDay(session.date)}, ${session.startTime}` : ''
}
const inWords = (slots: { weekday: number; startTime: string; endTime: string; weeks: string }[]) =>
  slots.map(slotInWords).join('; ')

/** Edits the weekly times of a class, and shows the effect on its dates after every change (decision O-17). */
export function TimesPanel({ found, onClose }: { found: PlannedClass; onClose: () => void }) {
  const terms = useQuery(termsQuery(useOfficeApi()))
  return (
    <SidePanel title="Weekly times" isWide onClose={onClose}>
      <WithAnswer query={terms}>
        {all => <TimesForm found={found} term={all.find(({ id }) => id === found.termId)} />}
      </WithAnswer>
    </SidePanel>
  )
}

function TimesForm({ found, term }: { found: PlannedClass; term: Term | undefined }) {
  const save = useSaveTimes()
  const today = useToday()
  const [{ count, isCounting }, setCounted] = useState({ count: 0, isCounting: true })
  const lastDay = term?.endDate ?? found.sessions.at(-1)?.date ?? addDays(today, 84)
  return (
    <EditForm<PlannedClass, Awaited<ReturnType<typeof save.mutateAsync>>>
      thing={found}
      fields={({ slots }) => ({ times: inWords(slots), slots: JSON.stringify(linesOf(slots)) })}
      save={count > 0 ? `Save and change ${counted(count, 'date')}` : 'Save'}
      isWaiting={isCounting}
      checks={text => {
        const { lines } = JSON.parse(text('entered')) as Kept
        const areWhole = lines.every(({ startTime, endTime }) => startTime && endTime)
        const haveDays = lines.every(({ weekdays }) => weekdays.length > 0)
        return [
          { field: 'slots', holds: areWhole, sentence: plannerSentences.fillInTimes },
          { field: 'slots', holds: haveDays, sentence: plannerSentences.chooseDay },
          arePlacesWhole(lines),
        ]
      }}
      onSave={(text, { requestId, version, isChanged, saved }) => {
        const { lines, ...kept } = JSON.parse(text('entered')) as Kept
        return save.mutateAsync({
          ...kept,
          ...{ id: found.id, version, requestId },
          slots: slotsOf(isChanged('entered') ? lines : (JSON.parse(saved.slots ?? '[]') as Times[])),
          reason: text('reason').trim(),
        })
      }}
      draft={`times.${found.id}`}
      onSaved={(saved, close) => {
        close()
        const changed = saved.drafts + saved.published
        showSuccess(
          [
            `Saved. ${counted(changed, 'date')} changed`,
            saved.made > 0 && `${saved.made} made`,
            saved.deleted > 0 && `${saved.deleted} deleted`,
            saved.offered > 0 && offeredPlaces(saved.offered),
          ]
            .filter(Boolean)
            .join(', '),
        )
        for (const why of new Set(saved.left.map(({ sentence }) => sentence))) {
          const those = saved.left.filter(({ sentence }) => sentence === why)
          showProblem(`${firstFew(those.map(({ id }) => nameOf(found, id)))}: ${why}`)
        }
      }}
    >
      <TimesFields
        found={found}
        from={laterOf(term?.startDate ?? today, today)}
        to={laterOf(lastDay, today)}
        onCount={setCounted}
      />
    </EditForm>
  )
}

function TimesFields({
  found,
  onCount,
  ...days
}: {
  found: PlannedClass
  from: string
  to: string
  onCount: (counted: { count: number; isCounting: boolean }) => void
}) {
  const api = useOfficeApi()
  const choices = useQuery(choicesQuery(api)).data
  const begun = useFormValue('slots')
  const [{ lines, from, to, withPublished }, change, kept] = useKeptState<Kept>('entered', () => ({
    lines: JSON.parse(begun ?? '[]') as Times[],
    withPublished: false,
    ...days,
  }))
  const [{ isSaid }, changeReason, keptReason] = useKeptState('why', () => ({ isSaid: false }))
  const { given, note } = useMarking('slots')
  const slots = slotsOf(lines)
  const rooms = withOwn<Room>(
    choices?.venues.find(({ id }) => id === found.venueId)?.rooms ?? [],
    found.rooms,
  )
  const isWhole =
    slots.length === lines.length && slots.every(({ startTime, endTime }) => startTime && endTime)
  const makesDates = lines.some(({ id, weeks }) => found.slots.find(slot => slot.id === id)?.weeks !== weeks)
  const preview = useQuery({
    ...timesPreviewQuery(api, {
      ...{ id: found.id, slots, from, to, withPublished },
      // The preview runs again when a reason appears, not with every letter of it.
      reason: isSaid ? 'Counting' : '',
    }),
    enabled: isWhole && slots.length > 0,
  })
  const counts = isWhole ? preview.data : undefined
  const touched = counts ? counts.drafts + counts.published + counts.made + counts.deleted : 0
  const isCounting = preview.isFetching
  useEffect(() => {
    onCount({ count: touched, isCounting })
  }, [touched, isCounting, onCount])
  const published = found.sessions.filter(
    ({ state }) => state === 'scheduled' || state === 'withdrawn',
  ).length
  return (
    <>
      {kept}
      {keptReason}
      <StateInWords name="times" shows="entered" label="Weekly times" words={inWords(slots)} />
      {lines.map(line => (
        <TimesRow
          key={line.key}
          {...{ line, lines, rooms }}
          teachers={choices?.teachers ?? []}
          isOneDay
          onChange={lines => change({ lines })}
        />
      ))}
      <div>
        <Button
          look="secondary"
          size="small"
          {...given}
          onClick={() => change({ lines: withAnother(lines) })}
        >
          Another time
        </Button>
        {note}
      </div>
      {makesDates && <DaysFields labels={['New dates from', 'to']} days={{ from, to }} onChange={change} />}
      {published > 0 && (
        <Checkbox
          label="Published dates change too. Dates with a booking or a waiting list keep their day and time"
          checked={withPublished}
          onChange={() => change({ withPublished: !withPublished })}
        />
      )}
      <ReasonField
        onInput={event => {
          const says = saysWhy(event.currentTarget.value.trim())
          if (says !== isSaid) changeReason({ isSaid: says })
        }}
      />
      <WhatHappens
        found={found}
        counts={counts}
        isWhole={isWhole}
        error={preview.data ? null : preview.error}
      />
    </>
  )
}

interface WhatHappensProps {
  found: PlannedClass
  counts: CallOutput<typeof planner.previewTimes> | undefined
  /** Whether every line has a day and its times. */
  isWhole: boolean
  error: Error | null
}

/** Shows what the typed times would do to the dates of the class. */
function WhatHappens({ found, counts, isWhole, error }: WhatHappensProps) {
  const facts =
    counts &&
    ([
      ['Drafts that change', counts.drafts],
      ['Drafts that are made', counts.made],
      ['Drafts that are deleted', counts.deleted],
      ['Days left out because they are closed', counts.skipped],
      ['Published dates that change', counts.published],
      ['Published dates that keep their day and time', counts.staying],
      ['Dates that would clash', counts.clashing],
    ] as const)
  const some = facts?.filter(([, number]) => number > 0) ?? []
  return (
    <section aria-label="What happens" aria-live="polite">
      {error ? (
        <p className="field-error">{wordsOfFailure(error)}</p>
      ) : some.length > 0 ? (
        <FactsTable facts={some} />
      ) : (
        <p className="quiet">
          {isWhole ? (counts ? 'No date changes' : '\u00a0') : plannerSentences.chooseDay}
        </p>
      )}
      {counts && counts.staying > 0 && (
        <p className="quiet">
          To move a date that is booked, open it below: its families are asked and told.
        </p>
      )}
      <ul>
        {counts?.left.map(({ id, sentence }) => (
          <li key={id}>
            {nameOf(found, id)}: {sentence}
          </li>
        ))}
      </ul>
    </section>
  )
}
