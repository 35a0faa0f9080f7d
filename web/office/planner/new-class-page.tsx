import './class-page.css'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import { counted } from '#domain/counted.ts'
import { readPounds } from '#domain/office/read-pounds.ts'
import { closureOn, isCamp } from '#domain/office/recurrence.ts'
import { useLocation, useNavigate } from '#web/navigation/router.tsx'
import { useToday } from '#web/today.tsx'
import type { Text } from '#web/ui/forms/form.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useMay } from '../office-session.ts'
import { EditForm } from '../ui/edit-form.tsx'
import { FieldGroup, MoneyField, TickField } from '../ui/fields.tsx'
import { useKeptState } from '../ui/kept-state.tsx'
import { WithAnswer } from '../ui/not-loaded.tsx'
import { PageHead } from '../ui/page-head.tsx'
import {
  ClassWords,
  ColourField,
  QuestionField,
  rangeChecks,
  readAges,
  readDescribed,
  WhoIsTaken,
} from './class-fields.tsx'
import { keptInClosures } from './class-times.tsx'
import { CreditsField } from './credits-field.tsx'
import { type Lacking, NewChoice } from './new-choice.tsx'
import { ClassChoices, neededChecks } from './new-class-choices.tsx'
import { useDatesOfNewClass } from './new-class-dates.ts'
import {
  type Around,
  type Begins,
  copiedClass,
  type NewClassState,
  newClass,
  onlyOf,
} from './new-class-state.ts'
import { PlannedDates } from './planned-dates.tsx'
import { ReasonField, TrialFields } from './planner-fields.tsx'
import {
  choicesQuery,
  classQuery,
  type PlannedClass,
  termsQuery,
  type Usual,
  useMakeClass,
  usualQuery,
} from './planner-queries.ts'
import { checkAmounts, emptyCredits, pricesIn, readCredits } from './session-checks.ts'
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
  const box = useRef<HTMLDivElement>(null)
  // Keeps the initial values when the query is fetched again.
  const [begins] = useState(newest)
  const [form, changeForm, keptField] = useKeptState('choices', () => begins.state)
  const { venueId, termId, isWeekly } = form
  const around = { choices, terms, today }
  const filledFrom = copied ? { ...form, typeId: null } : form
  const filledBy = useUsualSettings(box, filledFrom, changeForm, around, begins.usual)
  const { slots, planned, dates, ...times } = useDatesOfNewClass(form)
  const [lacking, setLacking] = useState<Lacking>()
  const rooms = choices.venues.find(({ id }) => id === venueId)?.rooms ?? []
  const closures = terms.find(({ id }) => id === termId)?.closures ?? []
  const isClosed = (one: { date: string; endDate?: string | undefined }) =>
    venueId !== null && !isCamp(one) && Boolean(closureOn(closures, venueId, one.date))
  const onInvite = mayInvite ? () => setLacking({ list: 'teachers' }) : undefined
  const newRoom = (take: (id: number) => void) =>
    mayAdd && venueId ? () => setLacking({ list: 'rooms', venueId, take }) : undefined
  const onShow = () => {
    changeForm({ areShown: true })
    times.askAgain()
  }
  return (
    <div ref={box} className="class-form">
      <EditForm
        values={begins.values}
        draft={copied ? `class.copy.${copied.id}` : 'class.new'}
        isWaiting={times.isCounting}
        save={isWeekly && !planned ? 'Save as drafts' : `Make ${counted(dates.length, 'draft')}`}
        checks={text => [
          ...neededChecks(form),
          ...rangeChecks(text),
          ...times.checks,
          ...amountChecks(form, text),
        ]}
        onSave={(text, { requestId }) =>
          make.mutateAsync({
            requestId,
            ...readDescribed(text),
            ...(copied && { priceWords: wordsOfPrice(text, copied, begins.values.price) }),
            ...chosenIn(form, text),
            slots,
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
        <ClassChoices {...around} {...{ form, changeForm }} onLack={setLacking} />
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
        {isWeekly && <ShowDates isBusy={times.isCounting} problem={times.problem} onShow={onShow} />}
        {planned && planned.length > 0 && (
          <PlannedDates
            dates={planned}
            kept={new Set(form.keptDates)}
            onKept={dates => changeForm({ keptDates: [...dates] })}
          />
        )}
      </EditForm>
      {lacking && <NewChoice lacking={lacking} onClose={() => setLacking(undefined)} />}
    </div>
  )
}

/** Checks the places and prices that can be typed. */
const amountChecks = ({ isWeekly }: NewClassState, text: Text) =>
  checkAmounts(text, [
    ...(isWeekly ? [] : (['capacity'] as const)),
    'price',
    'credits',
    ...(text('trial') === 'paid' ? (['trialPrice'] as const) : []),
  ])

/** Returns what was chosen and typed about the class and its dates, in the form of the call. */
const chosenIn = ({ isWeekly, lines, termId, ...form }: NewClassState, text: Text) => ({
  typeId: form.typeId as number,
  venueId: form.venueId as number,
  ...readAges(text),
  ...(termId && { termId }),
  roomId: isWeekly ? (lines[0]?.roomId ?? null) : form.roomId,
  capacity: Number(isWeekly ? lines[0]?.capacity : text('capacity')),
  teacherIds: isWeekly ? [] : form.teacherIds,
  pricePence: readPounds(text('price')) as number,
  credits: readCredits(text),
  offersTrial: text('trial') !== 'none',
  trialPricePence: text('trial') === 'paid' ? (readPounds(text('trialPrice')) as number) : 0,
})

/** Returns the price in words; those of the copied class do not hold for another price. */
const wordsOfPrice = (text: Text, { priceWords = '' }: PlannedClass, price: string | undefined) =>
  text('priceWords').trim() === priceWords && readPounds(text('price')) !== readPounds(price ?? '')
    ? ''
    : text('priceWords').trim()
