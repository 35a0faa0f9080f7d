import './class-page.css'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import { counted } from '#domain/counted.ts'
import { plannerSentences } from '#domain/office/planner-sentences.ts'
import { readPounds } from '#domain/office/read-pounds.ts'
import { closureOn, isCamp } from '#domain/office/recurrence.ts'
import { useLocation, useNavigate } from '#web/navigation/router.tsx'
import { useToday } from '#web/today.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import type { Text } from '#web/ui/forms/form.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { useOfficeApi } from '../office-api.ts'
import { wordsOfFailure } from '../office-query-client.ts'
import { useMay } from '../office-session.ts'
import { EditForm } from '../ui/edit-form.tsx'
import { FieldGroup, MoneyField, TickField } from '../ui/fields.tsx'
import { useKeptState } from '../ui/kept-state.tsx'
import { WithAnswer } from '../ui/not-loaded.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { ChoiceField } from './choice-field.tsx'
import { ClassWords, ColourField, QuestionField, readDescribed, WhoIsTaken } from './class-fields.tsx'
import { datesOfSingles, keptInClosures, singlesAreWhole, slotsOf } from './class-times.tsx'
import { CreditsField } from './credits-field.tsx'
import { type Lacking, NewChoice } from './new-choice.tsx'
import { type Around, type Begins, copiedClass, daysOf, newClass, onlyOf } from './new-class-state.ts'
import { datesOfPlanned, PlannedDates } from './planned-dates.tsx'
import { ReasonField, TrialFields } from './planner-fields.tsx'
import {
  choicesQuery,
  classQuery,
  type PlannedClass,
  plannedDatesQuery,
  termsQuery,
  type Usual,
  useMakeClass,
  usualQuery,
} from './planner-queries.ts'
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
import { useUsualSettings } from './usual-settings.ts'
import { ShowDates, WhenFields } from './when-fields.tsx'

/** Creates a class: fill in the form, preview the dates, create the drafts (spec 3 §2.5). `?copy=` begins with another. */
export function NewClassPage() {
  const api = useOfficeApi()
  const today = useToday()
  const copyId = Number(new URLSearchParams(useLocation().search).get('copy'))
  const choices = useQuery(choicesQuery(api))
  const terms = useQuery(termsQuery(api))
  const copied = useQuery({ ...classQuery(api, copyId), enabled: copyId > 0 })
  return (
    <div className="stack">
      <PageHead title={copied.data ? `Copy ${copied.data.name}` : copyId ? 'Copy a class' : 'New class'}>
        {copied.data &&
          `Makes a new class of drafts. ${copied.data.name} at ${copied.data.venue} stays as it is`}
      </PageHead>
      <WithAnswer query={choices}>
        {choices => (
          <WithAnswer query={terms}>
            {all => {
              const around = { choices, today, terms: all.filter(({ state }) => state !== 'archived') }
              if (!copyId) return <EmptyClass {...around} />
              return (
                <WithAnswer query={copied}>
                  {found => (
                    <NewClassForm
                      key={found.id}
                      {...around}
                      begins={copiedClass(found, around)}
                      copied={found}
                    />
                  )}
                </WithAnswer>
              )
            }}
          </WithAnswer>
        )}
      </WithAnswer>
    </div>
  )
}

/** The form without a class to copy. If there is only one type, it begins with the settings of its last class. */
function EmptyClass(around: Around) {
  // Another type may be made from the form, which stays.
  const [onlyType] = useState(() => onlyOf(around.choices.types))
  const askedTerm = new URLSearchParams(useLocation().search).get('term')
  const usual = useQuery(usualQuery(useOfficeApi(), onlyType?.id ?? null, null))
  const draw = (usual: Usual | null) => (
    <NewClassForm {...around} begins={newClass(around, askedTerm, usual)} />
  )
  return onlyType ? <WithAnswer query={usual}>{draw}</WithAnswer> : draw(null)
}

interface NewClassFormProps extends Around {
  begins: Begins
  /** The class that it copies. */
  copied?: PlannedClass
}

function NewClassForm({ choices, terms, today, begins: newest, copied }: NewClassFormProps) {
  const navigate = useNavigate()
  const mayAdd = useMay('catalogue.edit')
  const mayInvite = useMay('staff.manage')
  const make = useMakeClass()
  const api = useOfficeApi()
  const box = useRef<HTMLDivElement>(null)
  // What is read again later does not change what the form began with.
  const [begins] = useState(newest)
  const [form, changeForm, keptField] = useKeptState('choices', () => begins.state)
  const { typeId, venueId, ageGroupId, termId, isWeekly, lines, singles, from, to, areShown } = form
  const filledBy = useUsualSettings(
    box,
    copied ? { ...form, typeId: null } : form,
    changeForm,
    { choices, terms, today },
    begins.usual,
  )
  const kept = new Set(form.keptDates)
  const [lacking, setLacking] = useState<Lacking>()
  const rooms = choices.venues.find(({ id }) => id === venueId)?.rooms ?? []
  const chooseType = (id: number | null) => changeForm({ typeId: id })
  const chooseVenue = (id: number | null) =>
    changeForm({
      ...{ venueId: id, roomId: null, lines: lines.map(line => ({ ...line, roomId: null })) },
      filled: { ...form.filled, roomId: null },
    })
  const chooseTerm = (term: MadeTerm | undefined) =>
    changeForm({ termId: term?.id ?? null, ...(term && daysOf(term, today)) })
  const slots = slotsOf(lines)
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
  const isClosed = (one: { date: string; endDate?: string | undefined }) =>
    venueId !== null && !isCamp(one) && Boolean(closureOn(closures, venueId, one.date))
  const newOf = (list: 'types' | 'venues' | 'ages', label: string, take: (id: number) => void) =>
    mayAdd ? { label, onPress: () => setLacking({ list, take }) } : undefined
  const onInvite = mayInvite ? () => setLacking({ list: 'teachers' }) : undefined
  const newRoom = (take: (id: number) => void) =>
    mayAdd && venueId ? () => setLacking({ list: 'rooms', venueId, take }) : undefined

  return (
    <div ref={box} className="class-form">
      <EditForm
        values={begins.values}
        draft={copied ? `class.copy.${copied.id}` : 'class.new'}
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
            ...readDescribed(text),
            ...(copied && { priceWords: wordsOfPrice(text, copied, begins.values.price) }),
            typeId: typeId as number,
            venueId: venueId as number,
            ageGroupId: ageGroupId as number,
            ...(termId && { termId }),
            roomId: isWeekly ? (lines[0]?.roomId ?? null) : form.roomId,
            pricePence: readPounds(text('price')) as number,
            credits: readCredits(text),
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
          showSuccess(`${drafts} made. Families cannot see it until you publish`)
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
            onChoose={chooseType}
            makes={newOf('types', 'New type', chooseType)}
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
        <p role="status" className="quiet">
          {filledBy && `Filled in like the last class of ${filledBy}. Change what is different`}
        </p>
        <WhenFields {...{ form, changeForm, choices, rooms, isClosed, newRoom, onInvite }} />
        <FieldGroup title="Price">
          <div className="class-prices">
            <MoneyField label="Price of a date" name="price" isStarred />
            <CreditsField cheapestPack={choices.cheapestPack} pricesIn={pricesIn} empty={emptyCredits} />
            <TrialFields
              chosen={form.trial}
              onChoose={trial => changeForm({ trial: trial as typeof form.trial })}
            />
          </div>
        </FieldGroup>
        <FieldGroup title="More" isFolded>
          <ClassWords />
          <ColourField />
          <TickField label="For families with a pack only" name="isPackOnly" />
          <WhoIsTaken />
          <QuestionField />
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

/** Returns the price in words; those of the copied class do not hold for another price. */
const wordsOfPrice = (text: Text, { priceWords = '' }: PlannedClass, price: string | undefined) =>
  text('priceWords').trim() === priceWords && readPounds(text('price')) !== readPounds(price ?? '')
    ? ''
    : text('priceWords').trim()
