import './money-back.css'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { FamilyPlace } from '#contract/office/families.ts'
import type { CancellablePlace } from '#contract/office/orders.ts'
import { whoIsTold } from '#domain/office/order-sentences.ts'
import { readPounds } from '#domain/office/read-pounds.ts'
import { cancelSentences } from '#domain/office/refund-sentences.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { creditText } from '#domain/prices.ts'
import { Refusal } from '#domain/refusal.ts'
import { type OrderPoints, pointsTakenBack, pointsText } from '#domain/reward-points.ts'
import { type LiveMoney, type Settlement, settlePlaces } from '#domain/settlement.ts'
import { useNowInLondon, useToday } from '#web/today.tsx'
import { spokenDate, timeRange } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/forms/field.tsx'
import type { Check, Text } from '#web/ui/forms/form.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { pounds } from '#web/ui/money.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useMay } from '../office-session.ts'
import { EditForm } from '../ui/edit-form.tsx'
import { asPounds, MoneyField, TickField } from '../ui/fields.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { showToRing } from '../ui/show-to-ring.ts'
import { SidePanel } from '../ui/side-panel.tsx'
import { cancellableQuery, useCancelPlaces } from './order-queries.ts'
import { checkReason, FromFields, Reason } from './refund-fields.tsx'
import { checkWay, RefundWay, wayOf } from './refund-way.tsx'

/**
 * Cancels places of a paid order. Proposes a refund for each, which can be changed, and shows the
 * total.
 */
export function CancelPlaces({
  number,
  bookingId,
  onClose,
}: {
  number: string
  /** The place that is ticked at first. */
  bookingId?: number | undefined
  onClose: () => void
}) {
  const found = useQuery(cancellableQuery(useOfficeApi(), number))
  return (
    <SidePanel title="Cancel places" onClose={onClose}>
      {found.isError && <NotLoaded error={found.error} onRetry={found.refetch} />}
      {found.data && <Places number={number} bookingId={bookingId} {...found.data} />}
    </SidePanel>
  )
}

/** A button that opens the panel with this place ticked, if it is paid and has not begun. */
export function CancelPlace({ place }: { place: FamilyPlace }) {
  const today = useToday()
  const now = useNowInLondon()
  const mayCancel = useMay('booking.cancel')
  const [isOpen, setOpen] = useState(false)
  const { orderNumber, bookingId, who, date, startTime, state } = place
  if (!mayCancel || state !== 'confirmed' || `${date} ${startTime}` <= now) return null
  return (
    <>
      <Button
        size="small"
        look="secondary"
        aria-label={`Cancel ${who}’s place, ${spokenDate(date, today)}, ${startTime}`}
        onClick={() => setOpen(true)}
      >
        Cancel
      </Button>
      {isOpen && <CancelPlaces number={orderNumber} bookingId={bookingId} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The names of the fields of one place. */
const namesOf = ({ bookingId }: CancellablePlace) => ({
  chosen: `chosen-${bookingId}`,
  money: `money-${bookingId}`,
  rest: `rest-${bookingId}`,
  returned: `returned-${bookingId}`,
})

/** Returns the initial values of the fields of one place: what the policy proposes. */
function valuesOf(place: CancellablePlace, isChosen: boolean): Record<string, string> {
  const names = namesOf(place)
  const { refundedPence, asCreditsPence, creditsReturned } = place.proposed
  return {
    [names.chosen]: isChosen ? 'yes' : '',
    [names.money]: asPounds(refundedPence),
    [names.rest]: asCreditsPence > 0 ? 'credits' : 'kept',
    [names.returned]: creditsReturned > 0 ? 'yes' : '',
  }
}

const isChosen = (text: Text) => (place: CancellablePlace) => text(namesOf(place).chosen) === 'yes'

/** Returns how the chosen places are settled, in the form of the call. */
const termsOf = (places: CancellablePlace[], text: Text) =>
  places.filter(isChosen(text)).map(place => {
    const names = namesOf(place)
    // A place that was free has no field for money.
    const refundPence = readPounds(text(names.money)) ?? 0
    const isAll = refundPence === place.payablePence
    return {
      bookingId: place.bookingId,
      refundPence,
      // After a full refund nothing is left to become credits.
      rest: !isAll && text(names.rest) === 'credits' ? ('credits' as const) : ('kept' as const),
      returnCredits: text(names.returned) === 'yes',
    }
  })

function checksOf(text: Text, places: CancellablePlace[], money: OrderMoney): Check[] {
  const chosen = places.filter(isChosen(text))
  const [first = places[0] as CancellablePlace] = chosen
  const settled = settle(chosen, termsOf(places, text), money)
  return [
    { field: namesOf(first).chosen, holds: chosen.length > 0, sentence: cancelSentences.choosePlaces },
    ...chosen
      .filter(({ payablePence }) => payablePence > 0)
      .map(place => ({
        field: namesOf(place).money,
        holds: readPounds(text(namesOf(place).money)) !== undefined,
        sentence: officeSentences.priceLike,
      })),
    {
      field: namesOf(first).money,
      holds: 'totals' in settled,
      sentence: 'problem' in settled ? settled.problem : '',
    },
    checkWay(text),
    checkReason(text),
  ]
}

function Places({
  number,
  bookingId,
  places,
  leftPence,
  live,
  isPaidAtDesk,
  hasOwnPolicy,
  ringOn,
  points,
}: {
  number: string
  bookingId: number | undefined
  places: CancellablePlace[]
  leftPence: number
  live: LiveMoney
  isPaidAtDesk: boolean
  hasOwnPolicy: boolean
  ringOn: string
  points: OrderPoints | null
}) {
  const cancel = useCancelPlaces()
  const money = { leftPence, live }
  const values: Record<string, string> = {
    method: isPaidAtDesk ? 'cash' : 'card',
    ...Object.assign(
      {},
      ...places.map(place => valuesOf(place, place.bookingId === bookingId || places.length === 1)),
    ),
  }
  const [text, setText] = useState<Text>(() => (name: string) => values[name] ?? '')
  const read = useCallback((typed: Text) => setText(() => typed), [])
  const chosen = places.filter(isChosen(text))
  const settled = settle(chosen, termsOf(places, text), money)
  if (places.length === 0) return <p>{cancelSentences.hasBegun}</p>
  return (
    <EditForm
      values={values}
      checks={typed => checksOf(typed, places, money)}
      onSave={async (typed, { requestId }) => {
        const terms = termsOf(places, typed)
        const now = settle(places.filter(isChosen(typed)), terms, money)
        if ('problem' in now) throw new Refusal(now.problem)
        const { totals: expected } = now
        const reason = typed('reason').trim()
        await cancel.mutateAsync({ number, places: terms, ...wayOf(typed), reason, expected, requestId })
        return { count: terms.length }
      }}
      onSaved={({ count }, close) => {
        close()
        showSuccess(count === 1 ? 'The place was cancelled' : `${count} places were cancelled`)
        if (ringOn) showToRing(number)
      }}
      done=""
      save={verbOf(chosen.length)}
    >
      <FromFields onRead={read}>
        {!hasOwnPolicy && (
          <p className="quiet">This order is older than the cancellation rules: today’s rules propose.</p>
        )}
        {places.map(place => (
          <PlaceChoice key={place.bookingId} place={place} isChosen={isChosen(text)(place)} />
        ))}
        <RefundWay method={text('method') || 'card'} withoutCard={isPaidAtDesk} />
        <Reason />
        <p role="status">
          {chosen.length > 0 &&
            ('totals' in settled ? totalWords(settled, wayOf(text), { points, ringOn }) : settled.problem)}
        </p>
      </FromFields>
    </EditForm>
  )
}

function verbOf(places: number): string {
  if (places === 0) return 'Cancel places'
  return places === 1 ? 'Cancel the place' : `Cancel ${places} places`
}

function PlaceChoice({ place, isChosen }: { place: CancellablePlace; isChosen: boolean }) {
  const today = useToday()
  const names = namesOf(place)
  const { who, title, date, startTime, endTime, payablePence, creditsUsed, creditPrice } = place
  const paid = [payablePence > 0 && pounds(payablePence), creditsUsed > 0 && creditText(creditsUsed)]
    .filter(Boolean)
    .join(' and ')
  return (
    <fieldset className="money-back-place" aria-label={`${who}, ${title}`}>
      <TickField
        label={
          <>
            <span className="strong">{who}</span>, {title}, {spokenDate(date, today)},{' '}
            {timeRange(startTime, endTime)} <span className="quiet">({paid || 'free'})</span>
          </>
        }
        name={names.chosen}
      />
      {isChosen && payablePence > 0 && (
        <div className="money-back-choice">
          <MoneyField label="Money back (£)" name={names.money} isStarred />
          {creditPrice > 0 && (
            <Select
              label="The rest of the money"
              name={names.rest}
              options={[
                { value: 'credits', label: 'comes back as credits' },
                { value: 'kept', label: 'is kept' },
              ]}
            />
          )}
        </div>
      )}
      {isChosen && creditsUsed > 0 && (
        <TickField
          label={`${creditText(creditsUsed)} that paid for it ${creditsUsed === 1 ? 'comes' : 'come'} back`}
          name={names.returned}
        />
      )}
    </fieldset>
  )
}

interface Totals {
  refundedPence: number
  keptPence: number
  credits: number
}

/** The money of an order that can be refunded, and that of the places it has. */
interface OrderMoney {
  leftPence: number
  live: LiveMoney
}

/** Adds up the refunds, by the same rule as the server. */
function settle(
  places: CancellablePlace[],
  sent: { refundPence: number; rest: 'credits' | 'kept'; returnCredits: boolean }[],
  { leftPence, live }: OrderMoney,
): { totals: Totals; notReceivedPence: number } | { problem: string } {
  try {
    const settlements = settlePlaces(
      places.map((place, at) => ({
        ...place,
        terms: {
          money: { pence: sent[at]?.refundPence ?? 0 },
          rest: sent[at]?.rest ?? 'kept',
          returnCredits: sent[at]?.returnCredits ?? false,
        },
      })),
      leftPence,
      live,
    )
    const sum = (of: (settlement: Settlement) => number) =>
      settlements.reduce((total, each) => total + of(each), 0)
    return {
      totals: {
        refundedPence: sum(each => each.refundedPence),
        keptPence: sum(each => each.keptPence),
        credits: sum(each => each.creditsReturned + each.creditsGranted),
      },
      notReceivedPence: sum(each => each.notReceivedPence),
    }
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.message }
    throw error
  }
}

function totalWords(
  { totals, notReceivedPence }: { totals: Totals; notReceivedPence: number },
  { method }: { method: string },
  { points, ringOn }: { points: OrderPoints | null; ringOn: string },
): string {
  const { refundedPence, keptPence, credits } = totals
  const taken = points ? pointsTakenBack(points, refundedPence) : 0
  const figures = [
    refundedPence > 0 &&
      `${pounds(refundedPence)} goes back ${method === 'card' ? 'to the card' : 'by hand'}`,
    credits > 0 && `${creditText(credits)} ${credits === 1 ? 'goes' : 'go'} to the family`,
    keptPence > 0 && `${pounds(keptPence)} is kept`,
    notReceivedPence > 0 && `${pounds(notReceivedPence)} is no longer expected`,
    taken > 0 && `${pointsText(taken)} ${taken === 1 ? 'is' : 'are'} taken back`,
    refundedPence + credits + keptPence === 0 && 'Nothing comes back',
  ]
    .filter(Boolean)
    .join(', ')
  return `${figures}. ${whoIsTold(ringOn)}. This cannot be undone.`
}
