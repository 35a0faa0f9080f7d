import '../ui/thing.css'
import './goodwill-panel.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import type { GoodwillPreview } from '#contract/office/cancelled-dates.ts'
import { undoSeconds } from '#domain/office/cancelled-dates.ts'
import {
  atMostCredits,
  type GoodwillSettled,
  goodwillSentences,
  planGoodwill,
  proposeForPlaces,
} from '#domain/office/goodwill.ts'
import { readPounds } from '#domain/office/read-pounds.ts'
import { officeSentences, saysWhy } from '#domain/office/sentences.ts'
import { creditText, paidWith } from '#domain/prices.ts'
import { pointsTakenBack } from '#domain/reward-points.ts'
import { atMostBack, type GoodwillAsked, maxGoodwill } from '#domain/settlement.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useNavigate } from '#web/navigation/router.tsx'
import { useToday } from '#web/today.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Select, TextArea } from '#web/ui/forms/field.tsx'
import { pounds } from '#web/ui/money.tsx'
import { useOfficeApi } from '../office-api.ts'
import { asPounds } from '../ui/fields.tsx'
import { spokenInstant } from '../ui/moments.ts'
import { WithAnswer } from '../ui/not-loaded.tsx'
import { FactsTable, useQuestion } from '../ui/question.tsx'
import { SidePanel } from '../ui/side-panel.tsx'
import { goodwillQuery, useGiveGoodwill } from './cancelled-dates-queries.ts'
import { DateLines, type Fact, factOfPoints, factsOfPlaces, recipientFacts } from './date-figures.tsx'
import { NoteToFamilies } from './note-to-families.tsx'

const settleWords = {
  card: 'Money back to the cards',
  credits: 'Credits, where the class has a price in them',
} as const satisfies Record<GoodwillSettled, string>

/**
 * Refunds the places of a date that has begun: proposes a sum for each, shows the totals and asks
 * before sending.
 */
export function GoodwillPanel({ sessionId, onClose }: { sessionId: number; onClose: () => void }) {
  const preview = useQuery(goodwillQuery(useOfficeApi(), sessionId))
  return (
    <SidePanel title="Give the money back" onClose={onClose}>
      <WithAnswer query={preview}>
        {answer => (
          <div className="stack">
            <DateLines dates={answer.dates} />
            <Earlier earlier={answer.earlier} />
            {answer.places.some(canGive) ? (
              <Places sessionId={sessionId} preview={answer} />
            ) : (
              <p>{goodwillSentences.nothingToGive}</p>
            )}
          </div>
        )}
      </WithAnswer>
    </SidePanel>
  )
}

type Place = GoodwillPreview['places'][number]

const canGive = (place: Place) => {
  const { pence, credits } = maxGoodwill(place)
  return !place.isDisputed && pence + credits > 0
}

/** Lists earlier refunds, so that nobody refunds twice by mistake. */
function Earlier({ earlier }: Pick<GoodwillPreview, 'earlier'>) {
  const today = useToday()
  if (earlier.length === 0) return null
  return (
    <ul className="plain-lines">
      {earlier.map(({ id, by, at, isSettled }) => (
        <li key={id}>
          <PageLink to={addresses.cancelledDates({ id })}>
            {isSettled ? 'Refunded before' : 'Being refunded'} by {by}, {spokenInstant(at, today)}
          </PageLink>
        </li>
      ))}
    </ul>
  )
}

/** Adds up the reward points that the refunds of all orders take back. */
function pointsOf({ places, points }: GoodwillPreview, { given }: ReturnType<typeof planGoodwill>): number {
  const taken = points.map(({ orderNumber, points: ofOrder }) => {
    const these = places.filter(place => place.orderNumber === orderNumber)
    const pence = these.reduce((sum, { bookingId }) => sum + (given.get(bookingId)?.refundedPence ?? 0), 0)
    return ofOrder ? pointsTakenBack(ofOrder, pence) : 0
  })
  return taken.reduce((sum, each) => sum + each, 0)
}

/** The refund of a place as it was typed. */
interface Typed {
  money?: string
  credits?: string
}

const wholeNumber = (typed: string) => (/^\d{1,4}$/.test(typed.trim()) ? Number(typed) : undefined)

/** Returns the refund of a place, typed or proposed, and what is wrong with it. */
function askedFor(place: Place, proposed: GoodwillAsked, { money, credits }: Typed) {
  const most = maxGoodwill(place)
  const asked = {
    pence: money === undefined ? proposed.pence : (readPounds(money) ?? -1),
    credits: credits === undefined ? proposed.credits : (wholeNumber(credits) ?? -1),
  }
  const problem =
    (asked.pence < 0 && officeSentences.priceLike) ||
    (asked.credits < 0 && officeSentences.wholeNumber) ||
    (asked.pence > most.pence && atMostBack(most.pence)) ||
    (asked.credits > most.credits && atMostCredits(most.credits)) ||
    ''
  return { asked, problem }
}

function Places({ sessionId, preview }: { sessionId: number; preview: GoodwillPreview }) {
  const navigate = useNavigate()
  const give = useGiveGoodwill()
  const [ask, question] = useQuestion()
  const [settle, setSettle] = useState<GoodwillSettled>('card')
  const [lost, setLost] = useState(1)
  const [typed, setTyped] = useState<Record<number, Typed>>({})
  const [note, setNote] = useState('')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState('')
  const { days, places, earlier } = preview
  const proposals = proposeForPlaces(places, { lost, of: days })
  const choices = places.filter(canGive).map(place => {
    const proposed = proposals.get(place.bookingId) ?? { pence: 0, credits: 0 }
    return { place, proposed, ...askedFor(place, proposed, typed[place.bookingId] ?? {}) }
  })
  const isRight = choices.every(choice => choice.problem === '')
  const asked = new Map(choices.map(({ place, asked }) => [place.bookingId, asked]))
  const plan = isRight ? planGoodwill(places, asked, settle) : undefined
  const facts: Fact[] = plan
    ? [
        ...factsOfPlaces(plan.places, plan),
        factOfPoints(pointsOf(preview, plan)),
        ...recipientFacts(plan),
      ].filter(fact => fact !== false)
    : []
  const verb = plan ? verbOf(plan) : 'Give it back'
  const press = async () => {
    const why =
      choices.find(choice => choice.problem)?.problem ||
      (plan?.places === 0 && goodwillSentences.nothingAsked) ||
      (!saysWhy(reason.trim()) && officeSentences.sayWhy) ||
      ''
    setProblem(why)
    if (why || !plan) return
    const answer = await ask({
      title: `${verb}?`,
      facts,
      children: (
        <p>
          The date stands, with all its places. You can undo this for {undoSeconds} seconds. Then everybody is
          told, and it cannot be undone.
        </p>
      ),
      verb,
    })
    if (!answer) return
    const { refundedPence, credits } = plan
    const { id } = await give.mutateAsync({
      ...{ sessionId, settle, note: note.trim(), reason: reason.trim() },
      places: choices.map(({ place, asked }) => ({ bookingId: place.bookingId, ...asked })),
      expected: { places: plan.places, refundedPence, credits, earlier: earlier.length },
    })
    navigate(addresses.cancelledDates({ id }))
  }
  return (
    <form className="stack" method="dialog" onSubmit={event => event.preventDefault()}>
      <Select
        data-begins
        label="Give back"
        value={settle}
        options={Object.entries(settleWords).map(([value, label]) => ({ value, label }))}
        onChange={event => setSettle(event.currentTarget.value as GoodwillSettled)}
      />
      {days > 1 && (
        <Select
          label="Days that were lost"
          hint={`Proposes that part of what was paid for the ${days} days`}
          value={lost}
          options={Array.from({ length: days }, (_, at) => ({
            value: at + 1,
            label: at + 1 === days ? `All ${days} days` : `${at + 1} of ${days} days`,
          }))}
          onChange={event => {
            setLost(Number(event.currentTarget.value))
            setTyped({})
          }}
        />
      )}
      <ul className="plain-lines" aria-label="Places">
        {choices.map(({ place, proposed, problem: wrong }) => (
          <PlaceAmount
            key={place.bookingId}
            place={place}
            proposed={proposed}
            typed={typed[place.bookingId] ?? {}}
            problem={wrong}
            onType={what => setTyped({ ...typed, [place.bookingId]: { ...typed[place.bookingId], ...what } })}
          />
        ))}
        {places
          .filter(place => !canGive(place))
          .map(place => (
            <li key={place.bookingId}>
              {place.who} <span className="quiet">{whyNothing(place)}</span>
            </li>
          ))}
      </ul>
      {plan && (
        <div role="status">
          <FactsTable facts={facts} />
        </div>
      )}
      <TextArea
        label="Reason"
        isStarred
        hint="For the log and your colleagues. The families do not read it"
        rows={2}
        maxLength={500}
        value={reason}
        onChange={event => setReason(event.currentTarget.value)}
      />
      <NoteToFamilies note={note} onChange={setNote} />
      {problem && (
        <p role="alert" className="field-error">
          {problem}
        </p>
      )}
      <p>
        <Button isBusy={give.isPending} onClick={() => void press().catch(() => {})}>
          {verb}
        </Button>
      </p>
      {question}
    </form>
  )
}

/** Returns the label of the button: “Give £17.00 and 2 credits back”. */
function verbOf({ refundedPence, credits }: { refundedPence: number; credits: number }): string {
  const what = [refundedPence > 0 && pounds(refundedPence), credits > 0 && creditText(credits)].filter(
    Boolean,
  )
  return what.length > 0 ? `Give ${what.join(' and ')} back` : 'Give nothing back'
}

const whyNothing = (place: Place): string => {
  if (place.isDisputed) return 'disputes the payment at the bank: nothing goes back'
  return place.payablePence + place.creditsUsed === 0 ? 'paid nothing' : 'has all of it back'
}

function PlaceAmount({
  place,
  proposed,
  typed,
  problem,
  onType,
}: {
  place: Place
  proposed: GoodwillAsked
  typed: Typed
  problem: string
  onType: (typed: Typed) => void
}) {
  const { who, payablePence, creditsUsed, backPence, creditsBack } = place
  const back = [backPence > 0 && pounds(backPence), creditsBack > 0 && creditText(creditsBack)].filter(
    Boolean,
  )
  const most = maxGoodwill(place)
  return (
    <li>
      <div className="goodwill-place">
        <span>
          {who}
          <br />
          <span className="quiet figures">
            {paidWith(payablePence, creditsUsed)} paid
            {back.length > 0 && `, ${back.join(' and ')} back before`}
          </span>
        </span>
        <span className="goodwill-amounts">
          {most.pence > 0 && (
            <Field
              label={<span className="sr-only">Money back for {who} (£)</span>}
              inputMode="decimal"
              autoComplete="off"
              aria-invalid={problem ? true : undefined}
              value={typed.money ?? asPounds(proposed.pence)}
              onChange={event => onType({ money: event.currentTarget.value })}
            />
          )}
          {most.credits > 0 && (
            <Field
              label={<span className="sr-only">Credits back for {who}</span>}
              inputMode="numeric"
              autoComplete="off"
              aria-invalid={problem ? true : undefined}
              value={typed.credits ?? String(proposed.credits)}
              onChange={event => onType({ credits: event.currentTarget.value })}
            />
          )}
        </span>
      </div>
      {problem && <p className="field-error">{problem}</p>}
    </li>
  )
}
