import '../desk/desk.css'
import './money-back.css'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { MoveTarget } from '#contract/office/orders.ts'
import { offeringKinds } from '#domain/offering-kinds.ts'
import { moveSentences, ringThem, whoIsTold } from '#domain/office/order-sentences.ts'
import { readPounds } from '#domain/office/read-pounds.ts'
import { cancelSentences } from '#domain/office/refund-sentences.ts'
import { officeSentences, saysWhy } from '#domain/office/sentences.ts'
import { creditText } from '#domain/prices.ts'
import { useToday } from '#web/today.tsx'
import { spokenDate, timeRange } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { useCloseDialog } from '#web/ui/forms/dialog.tsx'
import { Checkbox, Field, Select } from '#web/ui/forms/field.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { pounds } from '#web/ui/money.tsx'
import { FindClass } from '../desk/book-for-them.tsx'
import type { ChosenClass } from '../desk/choose-places.tsx'
import { Hints } from '../desk/hints.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useMay } from '../office-session.ts'
import { asPounds, LogReason } from '../ui/fields.tsx'
import { WithAnswer } from '../ui/not-loaded.tsx'
import { showToRing } from '../ui/show-to-ring.ts'
import { SidePanel } from '../ui/side-panel.tsx'
import { Chosen } from '../waiting/put-on.tsx'
import type { MovedPlace } from './moved-place.ts'
import { moveQuery, useMoveAtOtherPrice, useMovePlace } from './order-queries.ts'
import { Rebook } from './rebook.tsx'
import { wayWords } from './refund-way.tsx'

/** Moves a place to another date, or books it there at today's price. */
export const MovePanel = ({ place, onClose }: { place: MovedPlace; onClose: () => void }) => (
  <SidePanel title={`Move ${place.who}’s place`} onClose={onClose}>
    <ChooseDate place={place} />
  </SidePanel>
)

function ChooseDate({ place }: { place: MovedPlace }) {
  const today = useToday()
  const [ofClass, setClass] = useState<ChosenClass>()
  const [isFinding, setFinding] = useState(false)
  const { bookingId, title, venue, date, startTime } = place
  const preview = useQuery(moveQuery(useOfficeApi(), bookingId, ofClass?.offeringId))
  const kind = preview.data?.kind
  return (
    <div className="stack">
      <Chosen label="From" words={`${title}, ${venue}, ${spokenDate(date, today)}, ${startTime}`} />
      {isFinding ? (
        <FindClass
          {...(kind && { kind })}
          onChoose={chosen => {
            setClass(chosen)
            setFinding(false)
          }}
        />
      ) : (
        <WithAnswer query={preview}>
          {found => (
            <>
              <Chosen label="To" words={`${found.title}, ${found.venue}`} onChange={() => setFinding(true)} />
              <MoveForm key={ofClass?.offeringId ?? 0} place={place} found={found} />
            </>
          )}
        </WithAnswer>
      )}
    </div>
  )
}

type Found = Awaited<ReturnType<NonNullable<ReturnType<typeof moveQuery>['queryFn']>>>
type Method = 'card' | 'cash' | 'bank' | 'other'

function MoveForm({ place, found }: { place: MovedPlace; found: Found }) {
  const { bookingId, who } = place
  const today = useToday()
  const mayRefund = useMay('order.refund')
  const mayCancel = useMay('booking.cancel')
  const [isRebooked, setRebooked] = useState(false)
  const move = useMovePlace()
  const moveAtOther = useMoveAtOtherPrice()
  const close = useCloseDialog()
  const [sessionId, setSessionId] = useState<number>()
  const [isBack, setBack] = useState(true)
  const [typed, setTyped] = useState<string>()
  const [method, setMethod] = useState<Method>(found.isPaidAtDesk ? 'cash' : 'card')
  const [reference, setReference] = useState('')
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useState({ date: '', pounds: '', reference: '', reason: '' })
  const chosen = found.dates.find(date => date.sessionId === sessionId)
  const hasDifference = chosen !== undefined && chosen.backPence + chosen.backCredits > 0
  const amount = typed ?? asPounds(chosen?.backPence ?? 0)
  const givesMoney = hasDifference && isBack && chosen.backPence > 0
  const wantsReason = chosen !== undefined && (chosen.isOtherPrice || chosen.refused !== '')
  const whenOf = (date: MoveTarget) => `${spokenDate(date.date, today)}, ${date.startTime}`
  const press = async () => {
    const pence = givesMoney ? readPounds(amount) : 0
    const wrong = {
      date: !chosen
        ? moveSentences.chooseDate
        : chosen.isOtherPrice && !mayRefund
          ? moveSentences.otherPrice
          : '',
      pounds: pence === undefined ? officeSentences.priceLike : '',
      reference:
        givesMoney && method !== 'card' && !reference.trim() ? cancelSentences.referenceRequired : '',
      reason: wantsReason && !saysWhy(reason.trim()) ? officeSentences.sayWhy : '',
    }
    setProblems(wrong)
    if (!chosen || pence === undefined || Object.values(wrong).some(Boolean)) return
    const moved = { bookingId, sessionId: chosen.sessionId, reason: wantsReason ? reason.trim() : '' }
    await (chosen.isOtherPrice
      ? moveAtOther.mutateAsync({
          ...{ ...moved, pence, method, reference: reference.trim(), leftPence: found.leftPence },
          credits: hasDifference && isBack ? chosen.backCredits : 0,
        })
      : move.mutateAsync(moved))
    close()
    showSuccess(
      `${who} moved to ${whenOf(chosen)}. ${found.ringOn ? whoIsTold(found.ringOn) : 'They are told by mail'}`,
    )
    if (found.ringOn) showToRing(found.number)
  }
  const mayRebook =
    chosen?.isOtherPrice === true && mayCancel && offeringKinds[found.kind].attendees === 'children'
  const isRebookChosen = mayRebook && isRebooked
  const form = (
    <form
      className="stack"
      method="dialog"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void press().catch(() => {})
      }}
    >
      <fieldset>
        <legend className="field-label">Which date?</legend>
        {found.dates.length === 0 && <p className="quiet">This class has no date to come.</p>}
        <ul className="desk-dates">
          {found.dates.map(date => (
            <li key={date.sessionId}>
              <Checkbox
                type="radio"
                name="date"
                label={
                  <>
                    {spokenDate(date.date, today)}, {timeRange(date.startTime, date.endTime)}{' '}
                    <span className="quiet">{date.problem || freeWords(date)}</span>
                  </>
                }
                checked={date.sessionId === sessionId}
                disabled={date.problem !== ''}
                onChange={() => {
                  setSessionId(date.sessionId)
                  setTyped(undefined)
                }}
              />
            </li>
          ))}
        </ul>
        {problems.date && <p className="field-error">{problems.date}</p>}
      </fieldset>
      <Hints sentences={[...(chosen?.clashes ?? []), ...(found.ringOn ? [ringThem(found.ringOn)] : [])]} />
      {chosen?.refused && (
        <p className="field-error">{chosen.refused} Say why to move the place all the same.</p>
      )}
      {chosen?.isOtherPrice && mayRefund && (
        <fieldset>
          <legend className="field-label">This date costs {hasDifference ? 'less' : 'more'}</legend>
          {hasDifference && (
            <Checkbox
              type="radio"
              name="difference"
              label={chosen.backPence > 0 ? 'Give money back' : `Give ${creditText(chosen.backCredits)} back`}
              checked={isBack && !isRebooked}
              onChange={() => {
                setBack(true)
                setRebooked(false)
              }}
            />
          )}
          <Checkbox
            type="radio"
            name="difference"
            label={hasDifference ? 'Give nothing back' : 'Charge nothing more'}
            checked={!isRebooked && !(hasDifference && isBack)}
            onChange={() => {
              setBack(false)
              setRebooked(false)
            }}
          />
          {mayRebook && (
            <Checkbox
              type="radio"
              name="difference"
              label="Cancel it and book this date at today’s price"
              checked={isRebooked}
              onChange={() => setRebooked(true)}
            />
          )}
        </fieldset>
      )}
      {givesMoney && mayRefund && !isRebookChosen && (
        <div className="row">
          <Field
            label="Amount (£)"
            inputMode="decimal"
            autoComplete="off"
            value={amount}
            error={problems.pounds}
            onChange={event => setTyped(event.currentTarget.value)}
          />
          <Select
            label="Money goes back"
            value={method}
            options={(found.isPaidAtDesk ? byHand : (['card', ...byHand] as const)).map(value => ({
              value,
              label: wayWords[value],
            }))}
            onChange={event => setMethod(event.currentTarget.value as Method)}
          />
          {method !== 'card' && (
            <Field
              label="Receipt number or reference"
              autoComplete="off"
              maxLength={100}
              value={reference}
              error={problems.reference}
              onChange={event => setReference(event.currentTarget.value)}
            />
          )}
        </div>
      )}
      {wantsReason && !isRebookChosen && (mayRefund || !chosen.isOtherPrice) && (
        <LogReason value={reason} problem={problems.reason} onChange={setReason} />
      )}
      {!isRebookChosen && (
        <p>
          <Button type="submit" isBusy={move.isPending || moveAtOther.isPending}>
            Move the place
          </Button>
        </p>
      )}
    </form>
  )
  return (
    <>
      {form}
      {isRebookChosen && chosen && <Rebook key={chosen.sessionId} place={place} date={chosen} />}
    </>
  )
}

const byHand = ['cash', 'bank', 'other'] as const

const freeWords = ({ free, pricePence, credits, isOtherPrice, refused }: MoveTarget) =>
  [
    `${free} free`,
    isOtherPrice && (pricePence > 0 || credits === 0 ? pounds(pricePence) : creditText(credits)),
    refused && 'not for them',
  ]
    .filter(Boolean)
    .join(' · ')
