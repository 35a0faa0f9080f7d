import { useState } from 'react'
import type { OfficeOrder } from '#contract/office/orders.ts'
import { instantInLondon, momentInLondon } from '#domain/calendar.ts'
import { type DeskMethod, deskMethods, everyDeskMethod } from '#domain/desk-payment.ts'
import { longMoment } from '#domain/format-dates.ts'
import { pounds } from '#domain/money.ts'
import { keptAtMost, linkSentences, whoIsTold } from '#domain/office/order-sentences.ts'
import { useToday } from '#web/today.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/forms/field.tsx'
import { filledIn } from '#web/ui/forms/form.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { useMay } from '../office-session.ts'
import { EditForm } from '../ui/edit-form.tsx'
import { spokenInstant } from '../ui/moments.ts'
import { Section } from '../ui/section.tsx'
import { showToRing } from '../ui/show-to-ring.ts'
import { SidePanel } from '../ui/side-panel.tsx'
import { usePayAtDesk, useSendPaymentLink } from './order-queries.ts'
import { Remind } from './remind.tsx'
import { ringOnOf } from './ring-on.ts'

/** Says until when an unpaid order is kept and which payment links were mailed, and mails another. */
export function UnpaidOrder({ found }: { found: OfficeOrder }) {
  const today = useToday()
  const mayRemind = useMay('order.remind')
  const mayReceive = useMay('payment.desk')
  const [opened, setOpened] = useState<'link' | 'desk'>()
  const { order, unpaid } = found
  if (!unpaid || (order.state === 'cancelled' && unpaid.links.length === 0)) return null
  const [last] = unpaid.links
  return (
    <Section title={order.state === 'cancelled' ? 'Not paid' : 'Not paid yet'}>
      {order.state === 'unpaid' && order.holdExpiresAt && (
        <p className="strong">Kept until {spokenInstant(order.holdExpiresAt, today)}</p>
      )}
      {last && (
        <p>
          {last.isReminder ? 'Last reminded' : 'A payment link was mailed'} {spokenInstant(last.at, today)} by{' '}
          {last.by}
        </p>
      )}
      {mayRemind && (
        <>
          <div className="row gap-s">
            {mayReceive && order.state === 'unpaid' && (
              <Button look="secondary" onClick={() => setOpened('desk')}>
                Paid to us
              </Button>
            )}
            <Button look="secondary" disabled={unpaid.whyNoLink !== ''} onClick={() => setOpened('link')}>
              Mail a payment link
            </Button>
            <Remind number={order.number} whyNot={unpaid.whyNoReminder} />
          </div>
          {unpaid.whyNoReminder && <p className="quiet">{unpaid.whyNoReminder}</p>}
        </>
      )}
      {opened === 'link' && (
        <LinkPanel number={order.number} unpaid={unpaid} onClose={() => setOpened(undefined)} />
      )}
      {opened === 'desk' && (
        <DeskPanel order={order} ringOn={ringOnOf(found)} onClose={() => setOpened(undefined)} />
      )}
    </Section>
  )
}

/** Records that the whole order was paid to the business, and how. */
function DeskPanel({
  order: { number, totalPence },
  ringOn,
  onClose,
}: {
  order: OfficeOrder['order']
  ringOn: string
  onClose: () => void
}) {
  const pay = usePayAtDesk()
  return (
    <SidePanel title={`${pounds(totalPence)} was paid to us`} onClose={onClose}>
      <EditForm
        values={{ method: 'cash', reference: '' }}
        checks={() => []}
        onSave={(text, { requestId }) =>
          pay.mutateAsync({
            ...{ number, requestId, reference: text('reference').trim() },
            method: text('method') as DeskMethod,
          })
        }
        onSaved={(_saved, close) => {
          close()
          showSuccess(`The order is paid. ${whoIsTold(ringOn)}`)
          if (ringOn) showToRing(number)
        }}
        save="Record it"
        done=""
      >
        <p>Its card page is closed, so that nobody pays twice.</p>
        <Select
          label="How was it paid?"
          name="method"
          options={everyDeskMethod.map(value => ({ value, label: sentenceOf(deskMethods[value]) }))}
        />
        <Field
          label="Reference"
          name="reference"
          hint="If there is one: a receipt’s number, or as the bank names it"
          autoComplete="off"
          maxLength={100}
        />
      </EditForm>
    </SidePanel>
  )
}

/** Begins with a capital letter. */
const sentenceOf = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

function LinkPanel({
  number,
  unpaid: { usuallyKept, latestKept },
  onClose,
}: {
  number: string
  unpaid: NonNullable<OfficeOrder['unpaid']>
  onClose: () => void
}) {
  const send = useSendPaymentLink()
  const [day = '', time = ''] = momentInLondon(new Date(usuallyKept)).split(' ')
  const latest = new Date(latestKept)
  return (
    <SidePanel title="Mail a payment link" onClose={onClose}>
      <EditForm
        values={{ keepUntil: day, time }}
        checks={text => [
          filledIn(text, 'keepUntil', linkSentences.chooseKept),
          filledIn(text, 'time', linkSentences.chooseKept),
        ]}
        onSave={(text, { requestId }) =>
          send.mutateAsync({
            ...{ number, requestId },
            keepUntil: instantInLondon(text('keepUntil'), text('time')).toISOString(),
          })
        }
        onSaved={({ keptUntil }, close) => {
          close()
          showSuccess(`The link is on its way. Kept until ${longMoment(new Date(keptUntil))}`)
        }}
        save="Mail the link"
        done=""
      >
        <p>
          The mail goes to the family. Anybody who has its link can pay by card without logging in. It names
          no child.
        </p>
        <div className="row">
          <Field
            label="Keep the place until"
            name="keepUntil"
            type="date"
            max={momentInLondon(latest).slice(0, 10)}
          />
          <Field label="Time" name="time" type="time" />
        </div>
        <p className="quiet">{keptAtMost(latest)}.</p>
      </EditForm>
    </SidePanel>
  )
}
