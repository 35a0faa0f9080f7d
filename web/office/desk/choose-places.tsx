import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BookableDate } from '#contract/office/desk-bookings.ts'
import { instantInLondon } from '#domain/calendar.ts'
import {
  type DeskMethod,
  deskMethods,
  type ExpectedMethod,
  everyDeskMethod,
  everyExpectedMethod,
  expectedMethods,
  paidAtDesk,
} from '#domain/desk-payment.ts'
import { offeringKinds } from '#domain/offering-kinds.ts'
import { deskSentences, priceIsNow, raiseAndBook } from '#domain/office/desk-sentences.ts'
import { officeSentences, saysWhy } from '#domain/office/sentences.ts'
import { creditText } from '#domain/prices.ts'
import { sentences } from '#domain/sentences.ts'
import { useToday } from '#web/today.tsx'
import { spokenDate, timeRange } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field, Select } from '#web/ui/forms/field.tsx'
import { showProblem, showSuccess } from '#web/ui/messages.tsx'
import { pounds } from '#web/ui/money.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useMay } from '../office-session.ts'
import { LogReason } from '../ui/fields.tsx'
import { WithAnswer } from '../ui/not-loaded.tsx'
import { PutOn } from '../waiting/put-on.tsx'
import { type AskedPreview, previewQuery, useBook, useBookFree } from './desk-queries.ts'
import { type Kept, KeptUntil, keptOf, keptProblem } from './kept-until.tsx'

/** The class that is booked, and the date that is ticked at first; else the next one that has a place. */
export interface ChosenClass {
  offeringId: number
  sessionId?: number
  title: string
}

interface Given {
  family: { id: number; name: string }
  children: { id: number; name: string; age: number }[]
  ofClass: ChosenClass
  /** Called with the number of the new order. */
  onBooked: (number: string) => void
}

/**
 * How places are paid: credits, a mailed link, money that comes later, one of the ways of the desk, or nothing; ''
 * until it is chosen.
 */
type Payment = '' | 'credits' | 'link' | 'expected' | 'nothing' | DeskMethod

const isDesk = (payment: Payment): payment is DeskMethod => payment in deskMethods

const askedPayOf = (payment: Payment) => (payment === '' || isDesk(payment) ? ('desk' as const) : payment)

const spokenKept = ({ day, time }: Kept, today: string) => `${spokenDate(day, today)}, ${time}`

const withOrWithout = (ids: number[], id: number, isIn: boolean) =>
  isIn ? [...ids, id] : ids.filter(one => one !== id)

/**
 * Returns the dates that can be booked. Dates whose class refuses this family are left out, unless
 * all do.
 */
function takeable(dates: BookableDate[]): BookableDate[] {
  const free = dates.filter(({ problem }) => problem === '')
  const taking = free.filter(({ refused }) => refused === '')
  return taking.length > 0 ? taking : free
}

/** Ticks children and dates of a class, says how they are paid, and books. */
export function ChoosePlaces({ family, children, ofClass, onBooked }: Given) {
  const [childIds, setChildIds] = useState(() => (children.length === 1 ? children.map(({ id }) => id) : []))
  // Undefined until somebody ticks: then the first date that has a place is meant.
  const [ticked, setTicked] = useState(ofClass.sessionId === undefined ? undefined : [ofClass.sessionId])
  const [payment, setPayment] = useState<Payment>('')
  const [isTrial, setTrial] = useState(false)
  const api = useOfficeApi()
  const client = useQueryClient()
  const asked: AskedPreview = {
    ...{ accountId: family.id, offeringId: ofClass.offeringId, childIds, isTrial },
    sessionIds: ticked ?? [],
    pay: askedPayOf(payment),
  }
  const dates = useQuery({
    ...previewQuery(api, { ...asked, sessionIds: [] }),
    placeholderData: keepPreviousData,
  })
  const firstFree = takeable(dates.data?.dates ?? [])[0]?.sessionId
  const sessionIds = ticked ?? (firstFree === undefined ? [] : [firstFree])
  const preview = useQuery({
    ...previewQuery(api, { ...asked, sessionIds }),
    enabled: dates.data !== undefined,
  })
  return (
    <WithAnswer query={preview}>
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
              payment,
              setPayment,
            }}
            {...{ isTrial, setTrial }}
            setSessionIds={setTicked}
            found={found}
            readCurrent={async () =>
              preview.isPlaceholderData
                ? client.fetchQuery(previewQuery(api, { ...asked, sessionIds }))
                : found
            }
          />
        )
      }
    </WithAnswer>
  )
}

interface FormGiven extends Given {
  childIds: number[]
  setChildIds: (ids: number[]) => void
  sessionIds: number[]
  setSessionIds: (ids: number[]) => void
  payment: Payment
  setPayment: (payment: Payment) => void
  isTrial: boolean
  setTrial: (isTrial: boolean) => void
  found: Awaited<ReturnType<NonNullable<ReturnType<typeof previewQuery>['queryFn']>>>
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
  payment,
  setPayment,
  isTrial,
  setTrial,
  found,
  readCurrent,
}: FormGiven) {
  const mayRaise = useMay('planner.edit')
  const mayGive = useMay('price.override')
  const book = useBook()
  const bookFree = useBookFree()
  const [reference, setReference] = useState('')
  const [from, setFrom] = useState<ExpectedMethod>('childcare')
  const [reason, setReason] = useState('')
  const [isAllTheSame, setAllTheSame] = useState(false)
  const [keptUntil, setKeptUntil] = useState<Kept>()
  const today = useToday()
  const [waitsFor, setWaitsFor] = useState<BookableDate>()
  const [problems, setProblems] = useState({ places: '', payment: '', reason: '', kept: '' })
  const { dates, price, problem, refused, advice, creditBalance, kind, usuallyKept, latestKept } = found
  const isForChildren = offeringKinds[kind].attendees === 'children'
  const chosen = dates.filter(({ sessionId }) => sessionIds.includes(sessionId))
  const raised = chosen.filter(({ raiseTo }) => raiseTo !== null)
  const people = isForChildren ? childIds.length : 1
  const places = chosen.length * people
  const isFree =
    places > 0 && problem === '' && price.totalPence + price.creditsUsed === 0 && payment !== 'nothing'
  const offersTrial = isTrial || (places === 1 && chosen[0]?.offersTrial === true)
  const skipsClassRules = refused !== '' && isAllTheSame
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
              (refused && !isAllTheSame && deskSentences.bookAllTheSame) ||
              (chosen.find(date => date.problem && !(mayRaise && date.raiseTo))?.problem ?? ''),
      payment: payment === '' && !isFree ? deskSentences.choosePayment : '',
      reason: wantsReason && !saysWhy(reason.trim()) ? officeSentences.sayWhy : '',
      kept: isByLink ? keptProblem(keptUntil, latestKept, new Date()) : '',
    }
    setProblems(wrong)
    if (Object.values(wrong).some(Boolean)) return
    const { price: current, ...now } = await readCurrent()
    // The page already shows the problem.
    if (now.problem || (now.refused && !isAllTheSame)) return
    if (current.totalPence !== price.totalPence || current.creditsUsed !== price.creditsUsed)
      return showProblem(priceIsNow(current))
    const placing = {
      ...{ accountId: family.id, offeringId: ofClass.offeringId, childIds, sessionIds, isTrial },
      ...(skipsClassRules && { skipsClassRules }),
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
          {children.map(({ id, name, age }) => (
            <Checkbox
              key={id}
              label={`${name}, ${age}`}
              checked={childIds.includes(id)}
              onChange={event => setChildIds(withOrWithout(childIds, id, event.currentTarget.checked))}
            />
          ))}
        </fieldset>
      )}
      <Dates {...{ dates, sessionIds, setSessionIds, mayRaise }} onWait={setWaitsFor} />
      {advice && <p role="status">{advice}</p>}
      {refused && (
        <div>
          <p className="field-error">{refused}</p>
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
      {!isFree && (
        <fieldset>
          <legend className="field-label">How is it paid?</legend>
          <div className="desk-ways">
            {waysOf({ creditBalance, isTrial, mayGive }).map(([value, label]) => (
              <Checkbox
                key={value}
                type="radio"
                name="payment"
                label={label}
                checked={payment === value}
                onChange={() => setPayment(value)}
              />
            ))}
          </div>
          {problems.payment && payment === '' && <p className="field-error">{problems.payment}</p>}
        </fieldset>
      )}
      {isByLink && (
        <KeptUntil
          kept={keptOf(keptUntil, usuallyKept)}
          latestKept={latestKept}
          problem={problems.kept}
          onChange={setKeptUntil}
        />
      )}
      {payment === 'expected' && !isFree && (
        <Select
          label="Where does it come from?"
          value={from}
          options={everyExpectedMethod.map(value => ({ value, label: expectedMethods[value] }))}
          onChange={event => setFrom(event.currentTarget.value as ExpectedMethod)}
        />
      )}
      {(payment === 'expected' || isDesk(payment)) && !isFree && (
        <Field
          label="Reference"
          hint="If there is one: of the bank, the voucher or the receipt. The family reads it"
          autoComplete="off"
          maxLength={100}
          value={reference}
          onChange={event => setReference(event.currentTarget.value)}
        />
      )}
      {wantsReason && <LogReason value={reason} problem={problems.reason} onChange={setReason} />}
      {problems.places &&
        !problem &&
        (places === 0 || refused !== '' || chosen.some(date => date.problem)) && (
          <p className="field-error">{problems.places}</p>
        )}
      <p role="status" className={problem ? 'field-error' : 'desk-sum figures'}>
        {problem || (places > 0 && sumWords({ places, price, payment, from, reference: reference.trim() }))}
      </p>
      <p>
        <Button type="submit" isBusy={isBusy}>
          {raised.length > 0 && mayRaise
            ? raiseWords(raised)
            : places > 0
              ? `Book ${placesWords(places)}`
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

const placesWords = (places: number) => (places === 1 ? '1 place' : `${places} places`)

const raiseWords = (raised: BookableDate[]) =>
  raised.length === 1
    ? raiseAndBook(raised[0]?.raiseTo ?? 0)
    : `${raised.length} dates are full. Raise their capacity and book`

function waysOf({
  creditBalance,
  isTrial,
  mayGive,
}: {
  creditBalance: number
  isTrial: boolean
  mayGive: boolean
}): [Payment, string][] {
  return [
    ...(creditBalance > 0 && !isTrial
      ? [['credits', `Credits (they have ${creditBalance})`] as [Payment, string]]
      : []),
    ['link', 'Payment link by mail'],
    ...everyDeskMethod.map((method): [Payment, string] => [method, `Paid ${deskMethods[method]}`]),
    ['expected', 'Expected: comes later'],
    ...(mayGive ? [['nothing', 'Nothing to pay'] as [Payment, string]] : []),
  ]
}

function sumWords({
  places,
  price: { totalPence, creditsUsed, discountPence },
  payment,
  from,
  reference,
}: {
  places: number
  price: FormGiven['found']['price']
  payment: Payment
  from: ExpectedMethod
  reference: string
}): string {
  const how =
    payment === 'nothing'
      ? `${pounds(discountPence)} is not charged`
      : [
          creditsUsed > 0 && creditText(creditsUsed),
          totalPence > 0 &&
            `${pounds(totalPence)}${
              isDesk(payment)
                ? ` paid ${paidAtDesk({ method: payment, reference })}`
                : payment === 'expected'
                  ? ` expected ${paidAtDesk({ method: from, reference })}`
                  : payment === 'link'
                    ? ' to pay by card'
                    : ''
            }`,
          totalPence + creditsUsed === 0 && 'free of charge',
        ]
          .filter(Boolean)
          .join(' and ')
  return `${placesWords(places)}: ${how}`
}

/** The dates of the class, to tick one by one or all that can be booked. */
function Dates({
  dates,
  sessionIds,
  setSessionIds,
  mayRaise,
  onWait,
}: Pick<FormGiven, 'sessionIds' | 'setSessionIds'> & {
  dates: BookableDate[]
  mayRaise: boolean
  onWait: (date: BookableDate) => void
}) {
  const today = useToday()
  const free = takeable(dates).map(({ sessionId }) => sessionId)
  const isAll = free.length > 0 && free.every(id => sessionIds.includes(id))
  return (
    <fieldset>
      <legend className="field-label">Which dates?</legend>
      {free.length > 1 && (
        <Button look="secondary" size="small" onClick={() => setSessionIds(isAll ? [] : free)}>
          {isAll ? 'No date' : `All ${free.length} dates`}
        </Button>
      )}
      <ul className="desk-dates">
        {dates.map(date => {
          const { sessionId, problem, raiseTo } = date
          const when = `${spokenDate(date.date, today)}, ${timeRange(date.startTime, date.endTime)}`
          const isFull = raiseTo !== null
          return (
            <li key={sessionId}>
              <Checkbox
                label={
                  <>
                    {when}{' '}
                    <span className="quiet">
                      {isFull && date.free < 1 ? 'Full' : problem || freeWords(date)}
                    </span>
                  </>
                }
                checked={sessionIds.includes(sessionId)}
                disabled={problem !== '' && !(isFull && mayRaise) && !sessionIds.includes(sessionId)}
                onChange={event =>
                  setSessionIds(withOrWithout(sessionIds, sessionId, event.currentTarget.checked))
                }
              />
              {isFull && date.free < 1 && (
                <Button
                  look="quiet"
                  size="small"
                  aria-label={`Put on the waiting list: ${when}`}
                  onClick={() => onWait(date)}
                >
                  Put on the waiting list
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}

const freeWords = ({ free, pricePence, credits, refused }: BookableDate) =>
  [
    `${free} free`,
    pricePence > 0 || credits === 0 ? pounds(pricePence) : creditText(credits),
    refused && 'not for them',
  ]
    .filter(Boolean)
    .join(' · ')
