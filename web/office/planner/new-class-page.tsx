import './class-page.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import type { Term } from '#contract/office/terms.ts'
import { addDays } from '#domain/calendar.ts'
import { counted } from '#domain/counted.ts'
import { plannerSentences } from '#domain/office/planner-sentences.ts'
import { readPounds } from '#domain/office/read-pounds.ts'
import { closureOn } from '#domain/office/recurrence.ts'
import { useLocation, useNavigate } from '#web/navigation/router.tsx'
import { useToday } from '#web/today.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field, Select, useMarking } from '#web/ui/forms/field.tsx'
import { trimmed, useFormNote } from '#web/ui/forms/form.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import { useOfficeApi } from '../office-api.ts'
import { wordsOfFailure } from '../office-query-client.ts'
import { useMay } from '../office-session.ts'
import { EditForm } from '../ui/edit-form.tsx'
import { FieldGroup, MoneyField, TickField } from '../ui/fields.tsx'
import { useKeptState } from '../ui/kept-state.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { ChoiceField } from './choice-field.tsx'
import {
  ClassWords,
  ColourField,
  colourFields,
  rarestColour,
  readColour,
  readTaken,
  WhoIsTaken,
} from './class-fields.tsx'
import {
  datesOfSingles,
  keptInClosures,
  laterOf,
  newDate,
  newTimes,
  SingleDatesFields,
  singlesAreWhole,
  slotsOf,
  TimesRow,
  WeeklyOrSingle,
  withAnother,
} from './class-times.tsx'
import { CreditsField } from './credits-field.tsx'
import { type Lacking, NewChoice } from './new-choice.tsx'
import { datesOfPlanned, PlannedDates } from './planned-dates.tsx'
import { DaysFields, ReasonField } from './planner-fields.tsx'
import { type Choices, choicesQuery, plannedDatesQuery, termsQuery, useMakeClass } from './planner-queries.ts'
import {
  areCredits,
  arePlacesWhole,
  emptyCredits,
  isAmount,
  isWhole,
  pricesIn,
  readCredits,
} from './session-checks.ts'
import type { MadeTerm } from './term-panel.tsx'

/** Creates a class: fill in the form, preview the dates, create the drafts (spec 3 §2.5). */
export function NewClassPage() {
  const api = useOfficeApi()
  const choices = useQuery(choicesQuery(api))
  const terms = useQuery(termsQuery(api))
  return (
    <div className="stack">
      <PageHead title="New class" />
      {choices.data && terms.data ? (
        <NewClassForm choices={choices.data} terms={terms.data.filter(({ state }) => state !== 'archived')} />
      ) : choices.isError || terms.isError ? (
        <ErrorPanel
          onRetry={() => {
            void choices.refetch()
            void terms.refetch()
          }}
        />
      ) : (
        <ListSkeleton count={6} shape="row" />
      )}
    </div>
  )
}

function NewClassForm({ choices, terms }: { choices: Choices; terms: Term[] }) {
  const today = useToday()
  const navigate = useNavigate()
  const mayAdd = useMay('catalogue.edit')
  const mayInvite = useMay('staff.manage')
  const make = useMakeClass()
  const api = useOfficeApi()
  const { search } = useLocation()
  const toCome = terms.filter(({ endDate }) => endDate >= today)
  const asked = new URLSearchParams(search).get('term')
  const ofTerm = toCome.find(({ id }) => String(id) === asked) ?? onlyOf(toCome)
  const [form, changeForm, keptField] = useKeptState('choices', () => ({
    typeId: (onlyOf(choices.types)?.id ?? null) as number | null,
    venueId: (onlyOf(choices.venues)?.id ?? null) as number | null,
    ageGroupId: (onlyOf(choices.ages)?.id ?? null) as number | null,
    termId: (ofTerm?.id ?? null) as number | null,
    roomId: null as number | null,
    teacherIds: [] as number[],
    isWeekly: true,
    lines: [newTimes()],
    singles: [newDate(addDays(today, 7))],
    trial: 'none',
    areShown: false,
    keptDates: [] as string[],
    ...(ofTerm ? daysOf(ofTerm, today) : { from: today, to: addDays(today, 84) }),
  }))
  const { typeId, venueId, ageGroupId, termId, isWeekly, lines, singles, from, to, areShown } = form
  const kept = new Set(form.keptDates)
  const [lacking, setLacking] = useState<Lacking>()
  const rooms = choices.venues.find(({ id }) => id === venueId)?.rooms ?? []
  const slots = slotsOf(lines)
  const chooseVenue = (id: number | null) =>
    changeForm({ venueId: id, roomId: null, lines: lines.map(line => ({ ...line, roomId: null })) })
  const chooseTerm = (term: MadeTerm | undefined) =>
    changeForm({ termId: term?.id ?? null, ...(term && daysOf(term, today)) })
  const lackDays = lines.some(({ weekdays }) => weekdays.length === 0)
  const areWhole = slots.every(({ startTime, endTime }) => startTime && endTime) && from !== '' && to !== ''
  const mayAsk = isWeekly && venueId !== null && slots.length > 0 && areWhole
  // Shown once there are dates, and updated with every change that affects them.
  const preview = useQuery({
    ...plannedDatesQuery(api, { venueId: venueId ?? 0, ...(termId && { termId }), from, to, slots }),
    enabled: mayAsk,
  })
  const planned = mayAsk ? preview.data?.dates : undefined
  // Missing fields are reported only after somebody asked for the dates.
  const problem =
    areShown && lackDays
      ? plannerSentences.chooseDay
      : areShown && venueId === null
        ? plannerSentences.chooseVenue
        : mayAsk && preview.isError
          ? wordsOfFailure(preview.error)
          : planned?.length === 0 && plannerSentences.noDates
  const dates = isWeekly ? datesOfPlanned(planned ?? [], kept) : datesOfSingles(singles)
  const closures = terms.find(({ id }) => id === termId)?.closures ?? []
  const isClosed = ({ date }: { date: string }) =>
    venueId !== null && Boolean(closureOn(closures, venueId, date))
  const newOf = (list: 'types' | 'venues' | 'ages', label: string, take: (id: number) => void) =>
    mayAdd ? { label, onPress: () => setLacking({ list, take }) } : undefined
  const newRoom = (take: (id: number) => void) =>
    mayAdd && venueId ? () => setLacking({ list: 'rooms', venueId, take }) : undefined

  return (
    <div className="class-form">
      <EditForm
        values={{ capacity: '12', ...colourFields(rarestColour(choices.colours)) }}
        draft="class.new"
        isWaiting={mayAsk && preview.isFetching}
        save={isWeekly && !planned ? 'Save as drafts' : `Make ${counted(dates.length, 'draft')}`}
        checks={text => [
          { field: 'typeId', holds: typeId !== null, sentence: plannerSentences.chooseType },
          { field: 'venueId', holds: venueId !== null, sentence: plannerSentences.chooseVenue },
          { field: 'ageGroupId', holds: ageGroupId !== null, sentence: plannerSentences.chooseAge },
          { field: 'slots', holds: !isWeekly || areWhole, sentence: plannerSentences.fillInTimes },
          {
            field: 'dates',
            holds: isWeekly || singlesAreWhole(singles),
            sentence: plannerSentences.fillInTimes,
          },
          { field: 'slots', holds: !isWeekly || !lackDays, sentence: plannerSentences.chooseDay },
          arePlacesWhole(isWeekly ? lines : []),
          { field: 'slots', holds: !isWeekly || planned !== undefined, sentence: 'Show the dates first' },
          ...(isWeekly ? [] : [isWhole(text, 'capacity')]),
          isAmount(text, 'price'),
          areCredits(text),
          ...(text('trial') === 'paid' ? [isAmount(text, 'trialPrice')] : []),
        ]}
        onSave={(text, { requestId }) =>
          make.mutateAsync({
            requestId,
            ...trimmed(text, 'name', 'introductionHtml', 'imagePath', 'priceWords', 'termWords'),
            colour: readColour(text),
            typeId: typeId as number,
            venueId: venueId as number,
            ageGroupId: ageGroupId as number,
            ...(termId && { termId }),
            roomId: isWeekly ? (lines[0]?.roomId ?? null) : form.roomId,
            pricePence: readPounds(text('price')) as number,
            credits: readCredits(text),
            isPackOnly: text('isPackOnly') === 'yes',
            ...readTaken(text),
            offersTrial: text('trial') !== 'none',
            trialPricePence: text('trial') === 'paid' ? (readPounds(text('trialPrice')) as number) : 0,
            capacity: isWeekly ? Number(lines[0]?.capacity) : Number(text('capacity')),
            teacherIds: isWeekly ? [] : form.teacherIds,
            slots: isWeekly ? slots : [],
            dates: keptInClosures(dates, text, isClosed),
            publish: 'not',
            reason: text('reason').trim(),
          })
        }
        onSaved={made => {
          const drafts = counted(made.sessionIds.length, 'draft')
          showSuccess(`${drafts} made. Families see nothing of it until you publish`)
          navigate(addresses.plannedClass({ id: made.offeringId }))
        }}
      >
        {keptField}
        <div className="columns">
          <ChoiceField
            label="Type"
            name="typeId"
            isStarred
            value={typeId}
            options={choices.types}
            nothing="Choose"
            onChoose={id => changeForm({ typeId: id })}
            makes={newOf('types', 'New type', id => changeForm({ typeId: id }))}
          />
          <Field label="Name" name="name" maxLength={100} hint="Empty: the type’s name" />
          <ChoiceField
            label="Venue"
            name="venueId"
            isStarred
            value={venueId}
            options={choices.venues}
            nothing="Choose"
            onChoose={chooseVenue}
            makes={newOf('venues', 'New venue', chooseVenue)}
          />
          <ChoiceField
            label="Age"
            name="ageGroupId"
            isStarred
            value={ageGroupId}
            options={choices.ages}
            nothing="Choose"
            onChoose={id => changeForm({ ageGroupId: id })}
            makes={newOf('ages', 'New age group', id => changeForm({ ageGroupId: id }))}
          />
          <ChoiceField
            label="Term"
            name="termId"
            value={termId}
            options={terms}
            nothing="None"
            hint="Fills in the days and leaves out what is closed"
            onChoose={id => chooseTerm(terms.find(term => term.id === id))}
            makes={{ label: 'New term', onPress: () => setLacking({ list: 'terms', take: chooseTerm }) }}
          />
        </div>
        <FieldGroup title="When">
          <WeeklyOrSingle isWeekly={isWeekly} onChange={isWeekly => changeForm({ isWeekly })} />
          {isWeekly ? (
            <>
              {lines.map(line => (
                <TimesRow
                  key={line.key}
                  {...{ line, lines, rooms, newRoom }}
                  teachers={choices.teachers}
                  onChange={lines => changeForm({ lines })}
                />
              ))}
              <div className="row">
                <Button
                  look="secondary"
                  size="small"
                  onClick={() => changeForm({ lines: withAnother(lines) })}
                >
                  Another time
                </Button>
                {mayInvite && <InviteTeacher onPress={() => setLacking({ list: 'teachers' })} />}
              </div>
              <DaysFields days={form} onChange={changeForm} />
            </>
          ) : (
            <>
              <SingleDatesFields
                given={form}
                onChange={changeForm}
                isClosed={isClosed}
                rooms={rooms}
                teachers={choices.teachers}
                onNewRoom={newRoom(roomId => changeForm({ roomId }))}
              />
              {mayInvite && <InviteTeacher onPress={() => setLacking({ list: 'teachers' })} />}
            </>
          )}
        </FieldGroup>
        <FieldGroup title="Price">
          <div className="class-prices">
            <MoneyField label="Price of a date" name="price" isStarred />
            <CreditsField cheapestPack={choices.cheapestPack} pricesIn={pricesIn} empty={emptyCredits} />
            <Trial chosen={form.trial} onChoose={trial => changeForm({ trial })} />
          </div>
        </FieldGroup>
        <FieldGroup title="More" isFolded>
          <ClassWords />
          <ColourField />
          <TickField label="For families with a pack only" name="isPackOnly" />
          <WhoIsTaken />
          <ReasonField />
        </FieldGroup>
        {isWeekly && (
          <ShowDates
            isBusy={mayAsk && preview.isFetching}
            problem={problem || ''}
            onShow={() => {
              changeForm({ areShown: true })
              if (mayAsk) void preview.refetch()
            }}
          />
        )}
        {isWeekly && planned && planned.length > 0 && (
          <PlannedDates dates={planned} kept={kept} onKept={dates => changeForm({ keptDates: [...dates] })} />
        )}
      </EditForm>
      {lacking && <NewChoice lacking={lacking} onClose={() => setLacking(undefined)} />}
    </div>
  )
}

/** Returns the only item, if there is no choice. */
const onlyOf = <One,>(some: One[]) => (some.length === 1 ? some[0] : undefined)

/** Returns the days of a term that a class can still have. */
const daysOf = ({ startDate, endDate }: MadeTerm, today: string) => ({
  from: laterOf(startDate, today),
  to: endDate,
})

const InviteTeacher = ({ onPress }: { onPress: () => void }) => (
  <Button look="quiet" size="small" onClick={onPress}>
    Invite a new teacher
  </Button>
)

function Trial({ chosen, onChoose }: { chosen: string; onChoose: (trial: string) => void }) {
  return (
    <>
      <Select
        label="Trial"
        name="trial"
        value={chosen}
        options={[
          { value: 'none', label: 'None' },
          { value: 'free', label: 'Free' },
          { value: 'paid', label: 'At a price' },
        ]}
        onChange={event => onChoose(event.currentTarget.value)}
      />
      {chosen === 'paid' && <MoneyField label="Trial price" name="trialPrice" />}
    </>
  )
}

/** Shows errors of the times. */
function ShowDates({ isBusy, problem, onShow }: { isBusy: boolean; problem: string; onShow: () => void }) {
  const { given, note } = useMarking('slots')
  const wrong = useFormNote('dates')
  const told = problem || wrong
  return (
    <div>
      <Button look="secondary" isBusy={isBusy} onClick={onShow} {...given}>
        Show the dates
      </Button>
      {told ? (
        <p role="alert" className="field-error">
          {told}
        </p>
      ) : (
        note
      )}
    </div>
  )
}
