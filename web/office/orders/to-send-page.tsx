import './order.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import type { Parcel } from '#contract/office/parcels.ts'
import { daysBetween, todayInLondon } from '#domain/calendar.ts'
import { telOf } from '#domain/email-address.ts'
import { labelLines } from '#domain/office/parcels.ts'
import { useToday } from '#web/today.tsx'
import { Button } from '#web/ui/button.tsx'
import { pounds } from '#web/ui/money.tsx'
import { useOfficeApi } from '../office-api.ts'
import { DataTable } from '../ui/data-table.tsx'
import { spokenInstant } from '../ui/moments.ts'
import { PageHead } from '../ui/page-head.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { wholeList } from '../ui/whole-list.ts'
import { toSendQuery } from './order-queries.ts'
import { orderTabs } from './order-tabs.ts'
import { ParcelSheet } from './parcel-sheet.tsx'
import { useMarkSent } from './use-mark-sent.tsx'

/**
 * Lists the product orders that wait to be sent. Staff print their sheets, then mark them as sent.
 */
export function ToSendPage() {
  const today = useToday()
  const found = useQuery(toSendQuery(useOfficeApi()))
  const [markSent, question, isMarking] = useMarkSent()
  const [sheet, setSheet] = useState<{ of: 'packingList' | 'labels'; parcels: Parcel[] }>()
  const { parcels = [], total = 0 } = found.data ?? {}
  return (
    <>
      <PageHead title="Orders" tabs={orderTabs} />
      {parcels.length < total && (
        <p className="quiet">
          These {parcels.length} have waited longest. The others follow once they are sent.
        </p>
      )}
      <DataTable
        label="To send"
        list={wholeList(parcels, found)}
        keyOf={({ number }) => number}
        toOf={({ number }) => addresses.order({ number })}
        columns={[
          { heading: 'Order', cell: parcel => <span className="figures">{parcel.number}</span> },
          { heading: 'To', cell: parcel => <Recipient parcel={parcel} />, isName: true },
          {
            heading: 'Telephone',
            cell: ({ phone }) => phone && <a href={`tel:${telOf(phone)}`}>{phone}</a>,
            isMoment: true,
          },
          { heading: 'What', cell: parcel => <Items parcel={parcel} /> },
          { heading: 'Paid', cell: parcel => <Waiting parcel={parcel} today={today} /> },
        ]}
        actions={({ rows, clear }) => (
          <>
            <Button
              size="small"
              isBusy={isMarking}
              onClick={() =>
                void markSent(rows.map(({ number }) => number)).then(isDone => isDone && clear())
              }
            >
              Mark as sent
            </Button>
            <Button
              look="secondary"
              size="small"
              onClick={() => setSheet({ of: 'packingList', parcels: rows })}
            >
              Print packing list
            </Button>
            <Button look="secondary" size="small" onClick={() => setSheet({ of: 'labels', parcels: rows })}>
              Print labels
            </Button>
          </>
        )}
        empty={{ sentence: 'No order waits to be sent' }}
      />
      {sheet && <ParcelSheet {...sheet} onPrinted={() => setSheet(undefined)} />}
      {question}
    </>
  )
}

function Recipient({ parcel }: { parcel: Parcel }) {
  const [name, ...lines] = labelLines(parcel)
  return (
    <>
      <span className="strong">{name}</span> <span className="order-until">{lines.join(', ')}</span>
    </>
  )
}

const Items = ({ parcel: { items } }: { parcel: Parcel }) => (
  <ul>
    {items.map(({ productId, name, quantity }) => (
      <li key={productId}>
        {quantity} × {name}
      </li>
    ))}
  </ul>
)

const lateDays = 3

function Waiting({ parcel: { paidAt, backPence }, today }: { parcel: Parcel; today: string }) {
  const days = daysBetween(todayInLondon(new Date(paidAt)), today)
  return (
    <>
      {spokenInstant(paidAt, today)}{' '}
      {days >= lateDays && <StateWord is="look">Waits for {days} days</StateWord>}{' '}
      {backPence > 0 && <StateWord is="part">{pounds(backPence)} given back</StateWord>}
    </>
  )
}
