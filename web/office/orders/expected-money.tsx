import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OfficeOrder } from '#contract/office/orders.ts'
import { paidAtDesk } from '#domain/desk-payment.ts'
import { atMostExpected, deskSentences } from '#domain/office/desk-sentences.ts'
import { whoIsTold } from '#domain/office/order-sentences.ts'
import { readPounds } from '#domain/office/read-pounds.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { creditText } from '#domain/prices.ts'
import { useToday } from '#web/today.tsx'
import { spokenDate } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { type Check, filledIn, type Text } from '#web/ui/forms/form.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { pounds } from '#web/ui/money.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useMay } from '../office-session.ts'
import { EditForm } from '../ui/edit-form.tsx'
import { asPounds, MoneyField } from '../ui/fields.tsx'
import { useQuestion } from '../ui/question.tsx'
import { Section } from '../ui/section.tsx'
import { showToRing } from '../ui/show-to-ring.ts'
import { SidePanel } from '../ui/side-panel.tsx'
import { takeBackQuery, useCorrectReceipt, useReceive, useTakeBack } from './order-queries.ts'
import { ringOnOf } from './ring-on.ts'

type Expected = NonNullable<OfficeOrder['expected']>

/** Returns “Payment expected · £10.00 of £34.00 received · from a childcare account (reference TFC 12)”. */
const expectedWords = ({ isOpen, receivedPence, pence, ...payment }: Expected, isLive: boolean) =>
  [
    isOpen ? 'Payment expected' : isLive ? 'All received' : 'No longer expected',
    `${pounds(receivedPence)}${isLive ? ` of ${pounds(pence)}` : ''} received`,
    paidAtDesk(payment),
  ].join(' · ')

/** Says what has been received of expected money, and records, corrects or takes it back. */
export function ExpectedMoney({ found }: { found: OfficeOrder }) {
  const { order, expected } = found
  const ringOn = ringOnOf(found)
  const [isOpen, setOpen] = useState(false)
  const mayReceive = useMay('payment.desk')
  if (!expected) return null
  const isLive = order.state !== 'cancelled'
  return (
    <Section title={expected.isOpen ? 'Payment expected' : 'Payment received'}>
      <p className="strong">{expectedWords(expected, isLive)}</p>
      {expected.receipts.length > 0 && (
        <ul className="plain-lines">
          {expected.receipts.map(receipt => (
            <ReceiptLine
              key={receipt.id}
              receipt={receipt}
              receivedPence={expected.receivedPence}
              mayCorrect={mayReceive && isLive && receipt.mayBeCorrected}
            />
          ))}
        </ul>
      )}
      {expected.isOpen && mayReceive && (
        <div className="row gap-s">
          <Button onClick={() => setOpen(true)}>Received…</Button>
          <TakeBack number={order.number} ringOn={ringOn} />
        </div>
      )}
      {isOpen && (
        <ReceivePanel
          number={order.number}
          ringOn={ringOn}
          expected={expected}
          onClose={() => setOpen(false)}
        />
      )}
    </Section>
  )
}

function ReceiptLine({
  receipt: { id, pence, receivedOn, reference, by },
  receivedPence,
  mayCorrect,
}: {
  receipt: Expected['receipts'][number]
  receivedPence: number
  mayCorrect: boolean
}) {
  const today = useToday()
  const [ask, question] = useQuestion()
  const correct = useCorrectReceipt()
  const press = async () => {
    const answer = await ask({
      title: 'Correct this receipt?',
      facts: [
        ['Did not come', pounds(pence)],
        ['Received then', pounds(receivedPence - pence)],
      ],
      children: <p>It stays in the list, with its opposite below it.</p>,
      verb: 'Correct it',
      wantsReason: true,
    })
    if (answer) await correct.mutateAsync({ receiptId: id, receivedPence, reason: answer.reason })
  }
  return (
    <li className="order-line">
      <span>
        {pence < 0 ? `Corrected: ${pounds(-pence)} did not come` : `${pounds(pence)} received`}{' '}
        <span className="quiet">
          {[spokenDate(receivedOn, today), reference, by ? `recorded by ${by}` : 'by card']
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      {mayCorrect && (
        <Button
          size="small"
          look="secondary"
          aria-label={`Correct: ${pounds(pence)}, ${spokenDate(receivedOn, today)}`}
          isBusy={correct.isPending}
          onClick={() => void press().catch(() => {})}
        >
          Correct
        </Button>
      )}
      {question}
    </li>
  )
}

function checkReceived(text: Text, restPence: number): Check[] {
  const pence = readPounds(text('pence'))
  const check = (holds: boolean, sentence: string) => ({ field: 'pence', holds, sentence })
  return [
    check(pence !== undefined, officeSentences.priceLike),
    check(pence === undefined || pence >= 1, deskSentences.leastReceived),
    check(pence === undefined || pence <= restPence, atMostExpected(restPence)),
  ]
}

function ReceivePanel({
  number,
  ringOn,
  expected: { pence, receivedPence },
  onClose,
}: {
  number: string
  ringOn: string
  expected: Expected
  onClose: () => void
}) {
  const today = useToday()
  const receive = useReceive()
  const restPence = pence - receivedPence
  return (
    <SidePanel title="Money received" onClose={onClose}>
      <EditForm
        values={{ pence: asPounds(restPence), receivedOn: today, reference: '' }}
        checks={text => [
          ...checkReceived(text, restPence),
          filledIn(text, 'receivedOn', deskSentences.receivedToCome),
          { field: 'receivedOn', holds: text('receivedOn') <= today, sentence: deskSentences.receivedToCome },
        ]}
        onSave={(text, { requestId }) =>
          receive.mutateAsync({
            ...{ number, receivedPence, requestId, pence: readPounds(text('pence')) ?? 0 },
            ...{ receivedOn: text('receivedOn'), reference: text('reference').trim() },
          })
        }
        onSaved={({ expectedPence }, close) => {
          close()
          showSuccess(
            expectedPence > 0
              ? `Recorded. ${pounds(expectedPence)} is still expected`
              : ringOn
                ? `Recorded. All has come. ${whoIsTold(ringOn)}`
                : 'Recorded. All has come, and the family is told',
          )
          if (expectedPence === 0 && ringOn) showToRing(number)
        }}
        save="Record it"
        done=""
      >
        <p className="strong">
          {pounds(receivedPence)} of {pounds(pence)} received so far
        </p>
        <MoneyField label="Amount (£)" name="pence" isStarred />
        <Field label="Day" name="receivedOn" type="date" max={today} isStarred />
        <Field
          label="Reference"
          name="reference"
          hint="If there is one: as the bank or the childcare account names it"
          autoComplete="off"
          maxLength={100}
        />
      </EditForm>
    </SidePanel>
  )
}

/** Ends an order whose money does not come; what was received of it goes back by hand. */
function TakeBack({ number, ringOn }: { number: string; ringOn: string }) {
  const api = useOfficeApi()
  const client = useQueryClient()
  const mayTakeBack = useMay('booking.cancel')
  const [ask, question] = useQuestion()
  const [isReading, setReading] = useState(false)
  const take = useTakeBack()
  if (!mayTakeBack) return null
  const press = async () => {
    setReading(true)
    const expected = await client.fetchQuery(takeBackQuery(api, number)).finally(() => setReading(false))
    const { places, begun, refundedPence, notReceivedPence, credits } = expected
    const answer = await ask({
      title: 'Cancel this order? The rest of its money does not come',
      facts: [
        ...(places > 0 ? ([['Places that are cancelled', places]] as const) : []),
        ...(begun > 0 ? ([['Of these have begun', begun]] as const) : []),
        ['No longer expected', pounds(notReceivedPence)],
        ['To give back by hand', pounds(refundedPence)],
        ...(credits > 0 ? ([['Goes to the family', creditText(credits)]] as const) : []),
      ],
      children: <p>{whoIsTold(ringOn)}. This cannot be undone.</p>,
      verb: 'Cancel the order',
      wantsReason: true,
    })
    if (!answer) return
    await take.mutateAsync({ number, expected, reason: answer.reason })
    showSuccess(
      refundedPence > 0
        ? `The order is cancelled. Give ${pounds(refundedPence)} back, and record it below`
        : 'The order is cancelled',
    )
    if (ringOn) showToRing(number)
  }
  return (
    <>
      <Button
        look="secondary"
        isBusy={isReading || take.isPending}
        onClick={() => void press().catch(() => {})}
      >
        Cancel the order
      </Button>
      {question}
    </>
  )
}
