import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import type { BookableDate } from '#contract/office/desk-bookings.ts'
import { instantInLondon } from '#domain/calendar.ts'
import { offeringKinds } from '#domain/offering-kinds.ts'
import { weeklyTime } from '#domain/office/date-groups.ts'
import { deskSentences, priceIsNow, raiseAndBook } from '#domain/office/desk-sentences.ts'
import { ageInWords } from '#domain/office/people.ts'
import { officeSentences, saysWhy } from '#domain/office/sentences.ts'
import { creditText } from '#domain/prices.ts'
import { sentences } from '#domain/sentences.ts'
import { useToday } from '#web/today.tsx'
import { spokenDate } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/field.tsx'
import { showProblem, showSuccess } from '#web/ui/messages.tsx'
import { pounds } from '#web/ui/money.tsx'
import { namesInOne } from '#web/ui/names-in-one.ts'
import { useOfficeApi } from '../office-api.ts'
import { useMay } from '../office-session.ts'
import { LogReason } from '../ui/fields.tsx'
import { SearchFailed, useLastAnswer, WithAnswer } from '../ui/not-loaded.tsx'
import { showFirstError } from '../ui/show-first-error.ts'
import { PutOn } from '../waiting/put-on.tsx'
import { DatesToBook, firstTicked, withOrWithout } from './dates-to-book.tsx'
import { type AskedPreview, previewQuery, useBook, useBookFree } from './desk-queries.ts'
import { Hints } from './hints.tsx'
import { type Kept, keptOf, keptProblem } from './kept-until.tsx'
import {
  isDesk,
  noPayment,
  type Payment,
  type PaymentChoice,
  PaymentFields,
  paidWords,
  waysOf,
} from './payment-fields.tsx'
import { type Answers, answersOf, QuestionOfClass } from './question-of-class.tsx'

/** The class that is booked, and the date that is ticked at first; else the next one that has a place. */
export interface ChosenClass {
  offeringId: number
  sessionId?: number
  /** A date at whose weekday and time all dates are ticked at first. */
  weekly?: { date: string; startTime: string }
  /** The walk-in whom the booking settles: one person on the date, which may have begun. */
  walkInId?: string
  title: string
}

interface Given {
  family: { id: number; name: string }
  children: { id: number; name: string; birthday: string }[]
  ofClass: ChosenClass
  /** Called with the number of the new order. */
  onBooked: (number: string) => void
}

const askedPayOf = (payment: Payment) => (payment === '' || isDesk(payment) ? ('desk' as const) : payment)

const spokenKept = ({ day, time }: Kept, today: string) => `${spokenDate(day, today)}, ${time}`

/** Ticks children and dates of a class, says how they are paid, and books. */
export function ChoosePlaces({ family, children, ofClass, onBooked }: Given) {
  // Undefined until somebody ticks: then the only child of the class's ages is meant, and the first date with a place.
  const [tickedChildIds, setChildIds] = useState(
    children.length === 1 ? children.map(({ id }) => id) : undefined,
  )
  const [ticked, setTicked] = useState(ofClass.sessionId === undefined ? undefined : [ofClass.sessionId])
  const [choice, setChoice] = useState(noPayment)
  const [isTrial, setTrial] = useState(false)
  const [answers, setAnswers] = useState<Answers>({})
  const api = useOfficeApi()
  const client = useQueryClient()
  const ofFamily = {
    accountId: family.id,
    offeringId: ofClass.offeringId,
    isTrial,
    pay: askedPayOf(choice.payment),
    ...(ofClass.walkInId && { walkInId: ofClass.walkInId }),
  }
  const ages = useQuery({
    ...previewQuery(api, { ...ofFamily, childIds: [], sessionIds: [] }),
    enabled: tickedChildIds === undefined,
  })
  const childIds = tickedChildIds ?? onlyOne(ages.data?.childIdsOfAge ?? [])
  const asked: AskedPreview = { ...ofFamily, childIds, sessionIds: [] }
  const dates = useQuery({
    ...previewQuery(api, asked),
    placeholderData: keepPreviousData,
    enabled: tickedChildIds !== undefined || ages.data !== undefined,
  })
  const found = useLastAnswer(dates)?.dates ?? []
  const isBooked = (id: number) => found.some(({ sessionId, isBooked }) => sessionId === id && isBooked)
  // A date that was booked meanwhile, or that a child chosen later has already, is ticked no longer.
  const sessionIds = (ticked ?? firstTicked(found, ofClass.weekly)).filter(id => !isBooked(id))
  const preview = useQuery({
    ...previewQuery(api, { ...asked, sessionIds }),
    enabled: dates.data !== undefined,
  })
  const failed = dates.error ? dates : preview
  const isCurrent = !preview.isPlaceholderData && !failed.error
  return (
    <WithAnswer query={{ ...failed, data: useLastAnswer(preview) }}>
      {found =>
        offeringKinds[found.kind].attendees === 'children' && children.length === 0 ? (
          <p>This family has no children yet. Add one on its page under Children.</p>
        ) : (
          <PlacesForm
            {...{
              family,
              children,
              ofClass,
              onBooked,
              childIds,
              setChildIds,
              sessionIds,
              choice,
              setChoice,
            }}
            {...{ isTrial, setTrial, answers, setAnswers }}
            setSessionIds={setTicked}
            isSuggested={ticked === undefined}
            found={found}
            isCurrent={isCurrent}
            search={failed}
            readCurrent={async () =>
              isCurrent ? found : client.fetchQuery(previewQuery(api, { ...asked, sessionIds }))
            }
          />
        )
      }
    </WithAnswer>
  )
}

const onlyOne = (ids: number[]) => (ids.length === 1 ? ids : [])

interface FormGiven extends Given {
  childIds: number[]
  setChildIds: (ids: number[]) => void
  sessionIds: number[]
  setSessionIds: (ids: number[]) => void
  /** Whether nobody has ticked a date yet. */
  isSuggested: boolean
  choice: PaymentChoice
  setChoice: (choice: PaymentChoice) => void
  isTrial: boolean
  setTrial: (isTrial: boolean) => void
  answers: Answers
  setAnswers: (answers: Answers) => void
  found: Awaited<ReturnType<NonNullable<ReturnType<typeof previewQuery>['queryFn']>>>
  /** Whether `found` answers the present choice, and not the one before. */
  isCurrent: boolean
  /** The reading of the present choice, which may have failed. */
  search: ComponentProps<typeof SearchFailed>['search']
  /** Returns the answer to the present choice, of which `found` may still be the one before. */
  readCurrent: () => Promise<FormGiven['found']>
}

function PlacesForm({
  family,
  children,
  ofClass,
  onBooked,
  childIds,
  setChildIds,
  sessionIds,
  setSessionIds,
  isSuggested,
  choice,
  setChoice,
  isTrial,
  setTrial,
  answers,
  setAnswers,
  found,
  isCurrent,
  search,
  readCurrent,
}: FormGiven) {
  const { walkInId } = ofClass
  // A child who walked in is in the room already, even if the date is full.
  const mayRaise = useMay('planner.edit') || walkInId !== undefined
  const mayGive = useMay('price.override')
  const book = useBook()
  const bookFree = useBookFree()
  const { payment, from, reference, keptUntil } = choice
  const [reason, setReason] = useState('')
  const [isAllTheSame, setAllTheSame] = useState(false)
  const today = useToday()
  const box = useRef<HTMLFormElement>(null)
  // Choosing a class removes the pressed button, so the focus moves here.
  useEffect(() => {
    if (document.activeElement?.matches('body, main, dialog h2'))
      box.current?.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true })
  }, [])
  const [waitsFor, setWaitsFor] = useState<BookableDate>()
  const [problems, setProblems] = useState({ places: '', payment: '', reason: '', kept: '' })
  const { dates, price, problem, refused, advice, clashes, creditBalance, kind, usuallyKept, latestKept } =
    found
  const coming = children.filter(({ id }) => childIds.includes(id))
  const isForChildren = offeringKinds[kind].attendees === 'children'
  const chosen = dates.filter(({ sessionId }) => sessionIds.includes(sessionId))
  const raised = chosen.filter(({ raiseTo }) => raiseTo !== null)
  const people = isForChildren ? childIds.length : 1
  const places = chosen.length * people
  // The answer for an empty choice does not have the price of these places.
  const isPriced = isCurrent || price.listPence > 0 || price.creditsUsed > 0
  const isFree =
    isPriced &&
    places > 0 &&
    problem === '' &&
    price.totalPence + price.creditsUsed === 0 &&
    payment !== 'nothing'
  const offersTrial = isTrial || (places === 1 && chosen[0]?.offersTrial === true)
  const skipsClassRules = refused.length > 0 && isAllTheSame
  const wantsReason = payment === 'nothing' || skipsClassRules
  const isByLink = payment === 'link' && !isFree
  const isBusy = book.isPending || bookFree.isPending
  const press = async () => {
    const isFreeOfCharge = payment === 'nothing'
    const wrong = {
      places:
        isForChildren && people === 0
          ? sentences.selectYourChild
          : chosen.length === 0
            ? sentences.selectCourse
            : problem ||
              (refused.length > 0 && !isAllTheSame && deskSentences.bookAllTheSame) ||
              (chosen.find(date => date.problem && !(mayRaise && date.raiseTo))?.problem ?? ''),
      payment: payment === '' && !isFree ? deskSentences.choosePayment : '',
      reason: wantsReason && !saysWhy(reason.trim()) ? officeSentences.sayWhy : '',
      kept: isByLink ? keptProblem(keptUntil, latestKept, new Date()) : '',
    }
    setProblems(wrong)
    if (Object.values(wrong).some(Boolean)) return showFirstError(box)
    const { price: current, ...now } = await readCurrent()
    // The page already shows the problem.
    if (now.problem || (now.refused.length > 0 && !isAllTheSame)) return
    if (current.totalPence !== price.totalPence || current.creditsUsed !== price.creditsUsed)
      return showProblem(priceIsNow(current))
    const placing = {
      ...{ accountId: family.id, offeringId: ofClass.offeringId, childIds, sessionIds, isTrial },
      ...(skipsClassRules && { skipsClassRules }),
      ...(walkInId && { walkInId }),
      ...(found.question && { answers: answersOf(answers, coming) }),
      raises: raised.map(({ sessionId, raiseTo }) => ({ sessionId, to: raiseTo ?? 0 })),
      expected: { totalPence: price.totalPence, creditsUsed: price.creditsUsed },
    }
    const pay = askedPayOf(payment)
    const method = payment === 'expected' ? from : payment
    const { number } = await (isFreeOfCharge
      ? bookFree.mutateAsync({ ...placing, reason: reason.trim() })
      : book.mutateAsync({
          ...{
            ...placing,
            pay: pay === 'nothing' ? 'desk' : pay,
            reference: isDesk(method) ? reference.trim() : '',
          },
          ...(skipsClassRules && { reason: reason.trim() }),
          ...(isDesk(method) && !isFree && { method }),
          ...(isByLink &&
            keptUntil && { keepUntil: instantInLondon(keptUntil.day, keptUntil.time).toISOString() }),
        }))
    onBooked(number)
    showSuccess(
      isByLink
        ? `${placesWords(places)} kept for ${family.name} until ${spokenKept(keptOf(keptUntil, usuallyKept), today)}. The link is on its way`
        : `${placesWords(places)} booked for ${family.name}. They are told by mail`,
    )
  }
  const form = (
    <form
      ref={box}
      className="stack"
      method="dialog"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void press().catch(() => {})
      }}
    >
      {isForChildren && children.length > 0 && (
        <fieldset>
          <legend className="field-label">Who comes?</legend>
          {children.length > 1 && !children.every(({ id }) => childIds.includes(id)) && (
            <Button look="secondary" size="small" onClick={() => setChildIds(children.map(({ id }) => id))}>
              {children.length === 2 ? 'Both children' : `All ${children.length} children`}
            </Button>
          )}
          {children.map(({ id, name, birthday }) => (
            <Checkbox
              key={id}
              label={`${name}, ${ageInWords(birthday, today)}`}
              checked={childIds.includes(id)}
              onChange={event => setChildIds(withOrWithout(childIds, id, event.currentTarget.checked))}
            />
          ))}
        </fieldset>
      )}
      <div>
        <DatesToBook
          {...{ dates, sessionIds, setSessionIds, isSuggested, mayRaise }}
          chosenChildren={coming}
          onWait={setWaitsFor}
        />
        <Hints sentences={[...clashes, ...advice]} />
      </div>
      {refused.length > 0 && (
        <div>
          {refused.map(sentence => (
            <p key={sentence} className="field-error">
              {sentence}
            </p>
          ))}
          <Checkbox
            label="Book all the same"
            checked={isAllTheSame}
            onChange={event => setAllTheSame(event.currentTarget.checked)}
          />
        </div>
      )}
      {offersTrial && (
        <Checkbox
          label="As a trial"
          checked={isTrial}
          onChange={event => setTrial(event.currentTarget.checked)}
        />
      )}
      {places > 0 && (
        <QuestionOfClass question={found.question} people={coming} answers={answers} onChange={setAnswers} />
      )}
      {!isFree && (
        <PaymentFields
          ways={waysOf({ credits: isTrial ? 0 : creditBalance, mayGive }).filter(
            ([way]) => !(walkInId && way === 'link'),
          )}
          choice={choice}
          onChange={setChoice}
          usuallyKept={usuallyKept}
          latestKept={latestKept}
          problems={problems}
        />
      )}
      {wantsReason && <LogReason value={reason} problem={problems.reason} onChange={setReason} />}
      {problems.places &&
        !problem &&
        (places === 0 || refused.length > 0 || chosen.some(date => date.problem)) && (
          <p className="field-error">{problems.places}</p>
        )}
      <div role="status">
        <SearchFailed search={search} />
      </div>
      <p role="status" className={problem ? 'field-error' : 'desk-sum figures'}>
        {problem ||
          (places > 0 &&
            !search.error &&
            !search.isPaused &&
            `${daysInWords(chosen, today)}, ${isPriced ? sumWords({ places, price, choice }) : placesWords(places)}`)}
      </p>
      <p>
        <Button type="submit" isBusy={isBusy}>
          {raised.length > 0 && mayRaise
            ? raiseWords(raised)
            : places > 0
              ? bookWords({
                  ...{ dates: chosen.length, people, price, isPaid: payment !== 'nothing' },
                  hasPrice: isPriced && problem === '',
                })
              : 'Book'}
        </Button>
      </p>
    </form>
  )
  // Beside the form: pressing a button in the other panel must not book.
  return (
    <>
      {form}
      {waitsFor && (
        <PutOn
          family={family}
          date={{
            ...{ offeringId: ofClass.offeringId, sessionId: waitsFor.sessionId, title: ofClass.title },
            isForAdults: !isForChildren,
            when: `${spokenDate(waitsFor.date, today)}, ${waitsFor.startTime}`,
          }}
          onClose={() => setWaitsFor(undefined)}
        />
      )}
    </>
  )
}

/** Names the ticked days: 'Thu 3 Dec', 'Sundays 09:00 from Sun 6 Dec to Sun 7 Mar 2027'. */
function daysInWords(chosen: BookableDate[], today: string): string {
  const days = chosen.map(({ date }) => spokenDate(date, today))
  if (days.length < 4) return namesInOne(days)
  const times = [...new Set(chosen.map(weeklyTime))]
  const which = times.length === 1 ? times[0] : `${days.length} dates`
  return `${which} from ${days[0]} to ${days.at(-1)}`
}

const placesWords = (places: number) => (places === 1 ? '1 place' : `${places} places`)

/** Returns “Book 8 dates · £76.00”, “Book 1 date for 2 · 2 credits”. */
function bookWords({
  dates,
  people,
  price: { totalPence, creditsUsed },
  hasPrice,
  isPaid,
}: {
  dates: number
  people: number
  price: FormGiven['found']['price']
  hasPrice: boolean
  isPaid: boolean
}): string {
  const sum = [creditsUsed > 0 && creditText(creditsUsed), totalPence > 0 && pounds(totalPence)].filter(
    Boolean,
  )
  return [
    `Book ${dates === 1 ? '1 date' : `${dates} dates`}${people > 1 ? ` for ${people}` : ''}`,
    hasPrice && (sum.join(' and ') || (isPaid ? 'free' : 'nothing to pay')),
  ]
    .filter(Boolean)
    .join(' · ')
}

const raiseWords = (raised: BookableDate[]) =>
  raised.length === 1
    ? raiseAndBook(raised[0]?.raiseTo ?? 0)
    : `${raised.length} dates are full. Raise their capacity and book`

function sumWords({
  places,
  price: { totalPence, creditsUsed, discountPence },
  choice,
}: {
  places: number
  price: FormGiven['found']['price']
  choice: PaymentChoice
}): string {
  const how =
    choice.payment === 'nothing'
      ? `${pounds(discountPence)} is not charged`
      : [
          creditsUsed > 0 && creditText(creditsUsed),
          totalPence > 0 && paidWords(totalPence, choice),
          totalPence + creditsUsed === 0 && 'free of charge',
        ]
          .filter(Boolean)
          .join(' and ')
  return `${placesWords(places)}: ${how}`
}
