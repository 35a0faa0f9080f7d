import './money-back.css'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { OfficeOrder, Refundable } from '#contract/office/orders.ts'
import { shortDay } from '#domain/format-dates.ts'
import { whoIsTold } from '#domain/office/order-sentences.ts'
import { readPounds } from '#domain/office/read-pounds.ts'
import { atMostOfPack, atMostPieces, cancelSentences, packLeft } from '#domain/office/refund-sentences.ts'
import { creditText } from '#domain/prices.ts'
import { creditsLeft, packWorth, piecesWorth } from '#domain/returns.ts'
import { type OrderPoints, pointsTakenBack, pointsText } from '#domain/reward-points.ts'
import { maxGoodwill, proposeGoodwill } from '#domain/settlement.ts'
import { Field, Select } from '#web/ui/forms/field.tsx'
import { type Check, fillInForm, type Text } from '#web/ui/forms/form.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { pounds } from '#web/ui/money.tsx'
import { useOfficeApi } from '../office-api.ts'
import { EditForm } from '../ui/edit-form.tsx'
import { asPounds, MoneyField, TickField } from '../ui/fields.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { showToRing } from '../ui/show-to-ring.ts'
import { SidePanel } from '../ui/side-panel.tsx'
import { refundableQuery, useRefundByHand, useRefundOrder } from './order-queries.ts'
import { checkMoney, checkReason, FromFields, Reason } from './refund-fields.tsx'
import { checkWay, RefundWay, wayOf, wayWords } from './refund-way.tsx'
import { ringOnOf } from './ring-on.ts'

interface Given {
  found: OfficeOrder
  /** The colleague's request for a refund that this form accepts. */
  asked?: OfficeOrder['asked'][number] | undefined
}

/**
 * Refunds money or credits without cancelling a place: goodwill, a pack's credits, returned
 * products.
 */
export function RefundOrder({ onClose, ...given }: Given & { onClose: () => void }) {
  const { number } = given.found.order
  const refundable = useQuery(refundableQuery(useOfficeApi(), number))
  return (
    <SidePanel title="Refund" onClose={onClose}>
      {refundable.isError && <NotLoaded error={refundable.error} onRetry={refundable.refetch} />}
      {refundable.data && <Refund {...given} now={refundable.data} />}
    </SidePanel>
  )
}

type Kind = 'pack' | 'money' | 'credits'

/** Names what is given back. */
function wordsOf(kind: Kind, { items }: Refundable): string {
  if (kind === 'pack') return 'Unspent credits of the pack'
  if (kind === 'credits') return 'Credits, as goodwill'
  return items.some(isOut) ? 'Money, for products or as goodwill' : 'Money, as goodwill'
}

function kindsOf({ pack, leftPence, mayGetCredits, items }: Refundable, isAsked: boolean) {
  if (isAsked) return ['money'] as const
  return (['pack', 'money', 'credits'] as const).filter((kind: Kind) => {
    if (kind === 'pack') return pack && creditsLeft(pack) > 0 && leftPence > 0
    return kind === 'money' ? leftPence > 0 || items.some(isOut) : mayGetCredits
  })
}

const isOut = ({ quantity, returned }: Refundable['items'][number]) => returned < quantity

/** Reads the fields, as they are sent. */
function readRefund(text: Text, now: Offered, only: Kind | undefined) {
  const { pack, leftPence, items, camps } = now
  const kind = (text('kind') || only) as Kind
  const camp = camps.find(({ bookingId }) => kind === 'money' && String(bookingId) === text('camp'))
  const typed = Number(text(kind === 'pack' ? 'packCredits' : 'credits'))
  const pieces = items
    .filter(() => kind === 'money')
    .map(item => ({
      ...item,
      quantity: Number(text(`pieces-${item.id}`)),
      restock: text(`shelf-${item.id}`) === 'yes',
      most: item.quantity - item.returned,
    }))
    .filter(({ quantity }) => quantity !== 0)
  const isOfPack = pack && Number.isInteger(typed) && typed >= 1 && typed <= creditsLeft(pack)
  const pence = {
    pack: isOfPack ? packWorth(pack, typed, leftPence) : 0,
    money: readPounds(text('pence')) ?? 0,
    credits: 0,
  }
  return {
    kind,
    pence: pence[kind],
    credits: kind === 'money' ? 0 : typed,
    pieces,
    camp,
    worthPence:
      pieces.length > 0
        ? piecesWorth(pieces, now)
        : camp &&
          Math.min(
            leftPence,
            proposeGoodwill(camp, { lost: Number(text('lost')) || 1, of: camp.days }).pence,
          ),
    maxPence:
      pieces.length > 0 ? piecesWorth(pieces, now) : Math.min(leftPence, camp?.leftPence ?? leftPence),
  }
}

/** The refundable parts of an order, and its places at camps, of which single days may be lost. */
interface Offered extends Refundable {
  camps: ReturnType<typeof campsOf>
}

/**
 * Lists the uncancelled places at camps of several days that have money left to refund (spec 4 §3).
 */
function campsOf({ places, placeMoney }: OfficeOrder) {
  return placeMoney.flatMap(({ bookingId, days, payablePence, creditsUsed, backPence }) => {
    const booked = places.find(place => place.bookingId === bookingId)
    const money = { payablePence, creditsUsed, backPence, creditPrice: 0, creditsBack: 0 }
    const leftPence = maxGoodwill(money).pence
    if (booked?.state !== 'confirmed' || days === 1 || leftPence === 0) return []
    return [
      {
        ...money,
        bookingId,
        days,
        leftPence,
        words: `${booked.who}, ${booked.title}, ${shortDay(booked.date)}`,
      },
    ]
  })
}

function checksOf(text: Text, now: Offered, only: Kind | undefined): Check[] {
  const { kind, credits, pence, pieces, maxPence } = readRefund(text, now, only)
  const isWhole = Number.isInteger(credits) && credits >= 1
  const most = now.pack ? creditsLeft(now.pack) : 0
  return [
    ...pieces.map(({ id, quantity, most }) => ({
      field: `pieces-${id}`,
      holds: Number.isInteger(quantity) && quantity > 0 && quantity <= most,
      sentence: atMostPieces(most),
    })),
    ...(kind === 'money' ? checkMoney(text, maxPence, pieces.length > 0 ? 0 : 1) : []),
    ...(kind === 'pack'
      ? [
          { field: 'packCredits', holds: isWhole && credits <= most, sentence: atMostOfPack(most) },
          { field: 'packCredits', holds: pence >= 1, sentence: cancelSentences.leastPence },
        ]
      : []),
    ...(kind === 'credits'
      ? [{ field: 'credits', holds: isWhole && credits <= 100, sentence: cancelSentences.creditsToGive }]
      : [checkWay(text)]),
    checkReason(text),
  ]
}

function Refund({ found, asked, now: refundable }: Given & { now: Refundable }) {
  const { order, money, places } = found
  const now = useMemo(
    () => ({ ...refundable, camps: asked ? [] : campsOf(found) }),
    [refundable, asked, found],
  )
  const refund = useRefundOrder()
  const offered = kindsOf(now, asked !== undefined)
  const [first = 'money'] = offered
  const only = offered.length > 1 ? undefined : first
  const most = now.pack ? creditsLeft(now.pack) : 0
  const values: Record<string, string> = {
    ...{ kind: first, method: now.isPaidAtDesk ? 'cash' : 'card', reason: asked?.reason ?? '' },
    pence: asked ? asPounds(asked.pence) : '',
    packCredits: String(most),
    ...{ credits: '1', camp: '', lost: '1' },
    ...Object.fromEntries(
      now.items.flatMap(({ id }) => [
        [`pieces-${id}`, '0'],
        [`shelf-${id}`, 'yes'],
      ]),
    ),
  }
  const [text, setText] = useState<Text>(() => (name: string) => values[name] ?? '')
  const filledIn = useRef('')
  const given = readRefund(text, now, only)
  const { kind, pence, credits } = given
  const read = useCallback(
    (typed: Text, form: HTMLFormElement) => {
      setText(() => typed)
      // The amount follows the pieces, or the lost days, until somebody changes it.
      const { worthPence } = readRefund(typed, now, only)
      const worth = worthPence === undefined ? '' : asPounds(worthPence)
      const isUntouched = typed('pence') === filledIn.current
      if (worth !== filledIn.current && isUntouched) queueMicrotask(() => fillInForm(form, { pence: worth }))
      filledIn.current = worth
    },
    [now, only],
  )
  // Pieces may come back without money.
  const goesBack = kind === 'pack' || (kind === 'money' && readPounds(text('pence')) !== 0)
  const verb =
    kind === 'credits'
      ? `Give ${credits >= 1 ? creditText(credits) : 'credits'}`
      : pence
        ? `Refund ${pounds(pence)}`
        : ''
  return (
    <EditForm
      values={values}
      checks={typed => checksOf(typed, now, only)}
      onSave={async (typed, { requestId }) => {
        const { kind, pence, credits, pieces, camp } = readRefund(typed, now, only)
        const way = kind === 'credits' ? { method: 'card' as const, reference: '' } : wayOf(typed)
        await refund.mutateAsync({
          ...{ number: order.number, pence, ...way, reason: typed('reason').trim(), requestId },
          leftPence: now.leftPence,
          ...(kind === 'credits' && { credits }),
          ...(kind === 'pack' && { packCredits: { credits, left: most } }),
          ...(pieces.length > 0 && {
            items: pieces.map(({ id, quantity, restock }) => ({ id, quantity, restock })),
          }),
          ...(camp && { bookingId: camp.bookingId }),
          ...(asked && { askedId: asked.id, ...(asked.bookingId && { bookingId: asked.bookingId }) }),
        })
        return { done: doneWords(kind, { pence, credits }, way.method) }
      }}
      onSaved={({ done }, close) => {
        close()
        showSuccess(done)
        if (ringOnOf(found)) showToRing(order.number)
      }}
      done=""
      save={verb || (given.pieces.length > 0 ? 'Record the return' : 'Refund')}
    >
      <FromFields onRead={read}>
        <p>
          {places.length > 0 && 'No place is cancelled. '}
          {pounds(money.cameInPence)} came in, {pounds(money.backPence)} was refunded; at most{' '}
          {pounds(now.leftPence)} can be refunded.
        </p>
        {found.payments.some(({ disputes }) => disputes.some(({ state }) => state === 'open')) && (
          <p className="strong">{cancelSentences.disputed}</p>
        )}
        {only === undefined && (
          <Select
            label="What"
            name="kind"
            options={offered.map(value => ({ value, label: wordsOf(value, now) }))}
          />
        )}
        {kind === 'pack' && now.pack && (
          <>
            <p>{packLeft(now.pack, now.leftPence)}.</p>
            <Field
              label="Credits given back"
              name="packCredits"
              type="number"
              min={1}
              max={most}
              step={1}
              isStarred
            />
          </>
        )}
        {kind === 'credits' && (
          <Field label="Credits" name="credits" type="number" min={1} max={100} step={1} isStarred />
        )}
        {kind === 'money' && now.items.some(isOut) && <Pieces items={now.items} typed={text} />}
        {kind === 'money' && now.camps.length > 0 && <LostDays camps={now.camps} chosen={given.camp} />}
        {kind === 'money' && (
          <MoneyField label="Amount (£)" name="pence" isStarred={given.pieces.length === 0} />
        )}
        {goesBack && <RefundWay method={text('method') || 'card'} withoutCard={now.isPaidAtDesk} />}
        <Reason />
        <p role="status" className="quiet">
          {effectWords(kind, { pence, credits }, text('method'), {
            points: now.points,
            ringOn: ringOnOf(found),
          })}
        </p>
      </FromFields>
    </EditForm>
  )
}

/** How many pieces of each line come back, and whether they can be sold again. */
function Pieces({ items, typed }: { items: Refundable['items']; typed: Text }) {
  return items.filter(isOut).map(item => {
    const { id, name, quantity, returned, unitPence } = item
    return (
      <fieldset key={id} className="money-back-place" aria-label={name}>
        <Field
          label={`${name}: pieces that come back`}
          hint={`${quantity} at ${pounds(unitPence)}${returned > 0 ? `, ${returned} came back before` : ''}`}
          name={`pieces-${id}`}
          type="number"
          min={0}
          max={quantity - returned}
          step={1}
        />
        {Number(typed(`pieces-${id}`)) > 0 && (
          <TickField label="Back on the shelf, to be sold again" name={`shelf-${id}`} />
        )}
      </fieldset>
    )
  })
}

/** Chooses a place at a camp and the number of lost days, and proposes their share of the price. */
function LostDays({
  camps,
  chosen,
}: {
  camps: Offered['camps']
  chosen: Offered['camps'][number] | undefined
}) {
  const days = chosen?.days ?? 0
  return (
    <div className="money-back-choice">
      <Select
        label="For"
        name="camp"
        options={[
          { value: '', label: 'the whole order' },
          ...camps.map(({ bookingId, words }) => ({ value: bookingId, label: `days lost of ${words}` })),
        ]}
      />
      {chosen && (
        <Select
          label="Days that were lost"
          name="lost"
          options={Array.from({ length: days }, (_, at) => ({
            value: at + 1,
            label: `${at + 1} of ${days} days`,
          }))}
        />
      )}
    </div>
  )
}

interface Amounts {
  pence: number
  credits: number
}

/** Describes what the refund will do, before it is sent. */
function effectWords(
  kind: Kind,
  { pence, credits }: Amounts,
  method: string,
  { points, ringOn }: { points: OrderPoints | null; ringOn: string },
): string {
  const money = `${pounds(pence)} goes back ${wayWords[(method || 'card') as keyof typeof wayWords]}`
  const taken = points ? pointsTakenBack(points, pence) : 0
  const told = [
    taken > 0 && `${pointsText(taken)} ${taken === 1 ? 'is' : 'are'} taken back.`,
    ringOn
      ? `${whoIsTold(ringOn)}. This cannot be undone.`
      : 'The family is told, but not the reason. This cannot be undone.',
  ]
    .filter(Boolean)
    .join(' ')
  if (kind !== 'money' && !(credits >= 1)) return ''
  if (kind === 'credits') return `${creditText(credits)} added to the family’s account. ${told}`
  if (kind === 'pack' && pence === 0) return ''
  if (kind === 'pack') return `${money}, and ${creditText(credits)} taken off the family’s account. ${told}`
  return pence > 0 ? `${money}. ${told}` : told
}

function doneWords(kind: Kind, { pence, credits }: Amounts, method: keyof typeof wayWords): string {
  if (kind !== 'money' && !(credits >= 1)) return ''
  if (kind === 'credits') return `${creditText(credits)} added to their account`
  if (pence === 0) return 'The return is recorded'
  return `${pounds(pence)} goes back ${wayWords[method]}`
}

/** Records that the money of a failed refund was given back by hand. */
export function GiveByHand({
  refund: { id, pence, method: asked },
  onClose,
}: {
  refund: { id: number; pence: number; method: keyof typeof wayWords }
  onClose: () => void
}) {
  const byHand = useRefundByHand()
  return (
    <SidePanel title="Record a refund by hand" onClose={onClose}>
      <EditForm
        values={{ method: 'bank' }}
        checks={text => [checkWay(text)]}
        onSave={(text, { requestId }) => {
          const { method, reference } = wayOf(text)
          const way = method === 'card' ? 'other' : method
          return byHand.mutateAsync({ refundId: id, method: way, reference, requestId })
        }}
        onSaved={(_saved, close) => close()}
        save={`Record ${pounds(pence)}`}
      >
        <p>
          {asked === 'hand'
            ? `This was paid at the desk. Give ${pounds(pence)} back and record it here.`
            : `The card could not be credited. Pay ${pounds(pence)} another way and record it here.`}
        </p>
        <RefundWay method="bank" withoutCard />
      </EditForm>
    </SidePanel>
  )
}
