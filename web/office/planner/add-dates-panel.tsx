import { useQuery } from '@tanstack/react-query'
import type { Term } from '#contract/office/terms.ts'
import { addDays } from '#domain/calendar.ts'
import { counted } from '#domain/counted.ts'
import { plannerSentences } from '#domain/office/planner-sentences.ts'
import { closureOn, isCamp } from '#domain/office/recurrence.ts'
import { useToday } from '#web/today.tsx'
import { useMarking } from '#web/ui/forms/field.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { useOfficeApi } from '../office-api.ts'
import { wordsOfFailure } from '../office-query-client.ts'
import { EditForm } from '../ui/edit-form.tsx'
import { useKeptState } from '../ui/kept-state.tsx'
import { WithAnswer } from '../ui/not-loaded.tsx'
import { SidePanel } from '../ui/side-panel.tsx'
import {
  type Alone,
  datesOfSingles,
  keptInClosures,
  laterOf,
  newDate,
  SingleDatesFields,
  singlesAreWhole,
  WeeklyOrSingle,
} from './class-times.tsx'
import { datesOfPlanned, PlannedDates } from './planned-dates.tsx'
import { DaysFields, ReasonField } from './planner-fields.tsx'
import {
  type Choices,
  choicesQuery,
  type PlannedClass,
  plannedDatesQuery,
  termsQuery,
  useAddDates,
} from './planner-queries.ts'
import { checkAmounts } from './session-checks.ts'

interface Entered extends Alone {
  isWeekly: boolean
  from: string
  to: string
  /** The chosen dates that lie in closures. */
  keptDates: string[]
}

/** Adds dates to a class, as drafts: missing weeks, or single dates, with the fields of a new class. */
export function AddDatesPanel({ found, onClose }: { found: PlannedClass; onClose: () => void }) {
  const api = useOfficeApi()
  const choices = useQuery(choicesQuery(api))
  const terms = useQuery(termsQuery(api))
  return (
    <SidePanel title="Add dates" isWide onClose={onClose}>
      <WithAnswer query={choices}>
        {choices => (
          <WithAnswer query={terms}>
            {terms => (
              <AddDatesForm
                found={found}
                choices={choices}
                term={terms.find(({ id }) => id === found.termId)}
              />
            )}
          </WithAnswer>
        )}
      </WithAnswer>
    </SidePanel>
  )
}

function AddDatesForm({
  found,
  choices,
  term,
}: {
  found: PlannedClass
  choices: Choices
  term: Term | undefined
}) {
  const add = useAddDates()
  const today = useToday()
  const newest = found.sessions.at(-1)
  const last = laterOf(newest?.date ?? today, today)
  const next = addDays(last, 7)
  // After the end of the term no single day is proposed.
  const [entered, change, keptField] = useKeptState<Entered>('entered', () => ({
    isWeekly: found.slots.length > 0,
    from: laterOf(term?.startDate ?? today, today),
    to: term ? laterOf(term.endDate, today) : addDays(last, 28),
    singles: [newDate(term && next > term.endDate ? '' : next, newest)],
    roomId: found.roomId,
    teacherIds: [],
    keptDates: [],
  }))
  const { isWeekly, from, to, singles } = entered
  const kept = new Set(entered.keptDates)
  const preview = useQuery({
    ...plannedDatesQuery(useOfficeApi(), {
      ...{ offeringId: found.id, venueId: found.venueId },
      ...(found.termId && { termId: found.termId }),
      ...{ from, to },
      slots: found.slots.map(({ id: _id, ...slot }) => slot),
    }),
    enabled: isWeekly && from !== '' && to !== '',
  })
  const present = new Set(
    found.sessions
      .filter(({ state }) => state !== 'cancelled')
      .map(({ date, startTime }) => `${date} ${startTime}`),
  )
  const planned = (preview.data?.dates ?? []).filter(
    ({ date, startTime }) => !present.has(`${date} ${startTime}`),
  )
  const isClosed = (one: { date: string; endDate?: string | undefined }) =>
    !isCamp(one) && Boolean(closureOn(term?.closures ?? [], found.venueId, one.date))
  const dates = isWeekly ? datesOfPlanned(planned, kept) : datesOfSingles(singles)
  return (
    <EditForm
      values={{ capacity: String(found.sessions.at(-1)?.capacity ?? 12) }}
      save={dates.length === 1 ? 'Make 1 draft' : `Make ${dates.length > 0 ? `${dates.length} ` : ''}drafts`}
      isWaiting={isWeekly && preview.isFetching}
      checks={text => [
        { field: 'dates', holds: dates.length > 0, sentence: plannerSentences.noDates },
        {
          field: 'dates',
          holds: isWeekly || singlesAreWhole(singles),
          sentence: plannerSentences.fillInTimes,
        },
        ...(isWeekly ? [] : checkAmounts(text, ['capacity'])),
      ]}
      onSave={(text, { requestId }) =>
        add.mutateAsync({
          ...{ id: found.id, requestId },
          roomId: isWeekly ? null : entered.roomId,
          capacity: isWeekly ? 0 : Number(text('capacity')),
          teacherIds: isWeekly ? [] : entered.teacherIds,
          dates: keptInClosures(dates, text, isClosed),
          reason: text('reason').trim(),
        })
      }
      draft={`dates.${found.id}`}
      onSaved={({ sessionIds: { length } }, close) => {
        close()
        showSuccess(
          `${counted(length, 'draft')} made. Families cannot see ${length === 1 ? 'it' : 'them'} until you publish`,
        )
      }}
    >
      {keptField}
      {found.slots.length > 0 && (
        <WeeklyOrSingle isWeekly={isWeekly} onChange={isWeekly => change({ isWeekly })} />
      )}
      {isWeekly ? (
        <>
          <DaysFields days={entered} onChange={change} />
          {preview.isError && !preview.data ? (
            <p className="field-error">{wordsOfFailure(preview.error)}</p>
          ) : (
            <PlannedDates dates={planned} kept={kept} onKept={those => change({ keptDates: [...those] })} />
          )}
          <DatesNote />
        </>
      ) : (
        <SingleDatesFields
          given={entered}
          onChange={change}
          isClosed={isClosed}
          rooms={choices.venues.find(({ id }) => id === found.venueId)?.rooms ?? []}
          teachers={choices.teachers}
        />
      )}
      <ReasonField />
      <p className="quiet">
        They cost the same as the latest date of the class; in a pack-only class at least one credit.
      </p>
    </EditForm>
  )
}

/** Shows the error of all dates together, because no single field is wrong. */
const DatesNote = () => useMarking('dates').note
