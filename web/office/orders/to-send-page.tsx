import './order.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import type { Parcel } from '#contract/office/parcels.ts'
import { daysBetween, todayInLondon } from '#domain/calendar.ts'
import { telOf } from '#domain/email-address.ts'
import { timeOfDay } from '#domain/format-dates.ts'
import { labelLines } from '#domain/office/parcels.ts'
import { useToday } from '#web/today.tsx'
import { spokenDate } from '#web/ui/british-dates.ts'
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
 * Lists the product orders that wait to be sent, and apart those to hand over at a class. Staff print their
 * sheets, then mark them as sent.
 */
export function ToSendPage() {
  const found = useQuery(toSendQuery(useOfficeApi()))
  const [sheet, setSheet] = useState<Sheet>()
  const { parcels = [], total = 0 } = found.data ?? {}
  const collected = parcels.filter(({ isCollected }) => isCollected).toSorted(byNextClass)
  const sent = parcels.filter(({ isCollected }) => !isCollected)
  return (
    <>
      <PageHead title="Orders" tabs={orderTabs} />
      {parcels.length < total && (
        <p className="quiet">
          These {parcels.length} have waited longest. The others follow once they are sent.
        </p>
      )}
      <Waiters label="To send" parcels={sent} found={found} onPrint={setSheet} />
      {collected.length > 0 && (
        <section aria-labelledby="hand-over" className="above-l">
          <h2 id="hand-over" className="subheading">
            Hand over at class
          </h2>
          <Waiters
            label="Hand over at class"
            parcels={collected}
            found={found}
            isCollected
            onPrint={setSheet}
          />
        </section>
      )}
      {sheet && <ParcelSheet {...sheet} onPrinted={() => setSheet(undefined)} />}
    </>
  )
}

interface Sheet {
  of: 'packingList' | 'labels'
  parcels: Parcel[]
}

/** The next class first; families without one come last. */
const byNextClass = (one: Parcel, other: Parcel) => momentOf(one).localeCompare(momentOf(other))
const momentOf = ({ collectAt }: Parcel) =>
  collectAt ? `${collectAt.startDate} ${collectAt.startTime}` : '~'

interface WaitersProps {
  label: string
  parcels: Parcel[]
  found: Parameters<typeof wholeList<Parcel>>[1]
  isCollected?: boolean
  onPrint: (sheet: Sheet) => void
}

function Waiters({ label, parcels, found, isCollected = false, onPrint }: WaitersProps) {
  const today = useToday()
  const [markSent, question, isMarking] = useMarkSent(isCollected)
  return (
    <>
      <DataTable
        label={label}
        list={wholeList(parcels, found)}
        keyOf={({ number }) => number}
        toOf={({ number }) => addresses.order({ number })}
        columns={[
          { heading: 'Order', cell: parcel => <span className="figures">{parcel.number}</span> },
          { heading: 'To', cell: parcel => <Recipient parcel={parcel} />, isName: true, onPhone: 'plain' },
          ...(isCollected
            ? [
                {
                  heading: 'Next class',
                  cell: (parcel: Parcel) => <NextClass parcel={parcel} today={today} />,
                },
              ]
            : []),
          {
            heading: 'Telephone',
            cell: ({ phone }) => phone && <a href={`tel:${telOf(phone)}`}>{phone}</a>,
            isMoment: true,
            onPhone: 'plain',
          },
          { heading: 'What', cell: parcel => <Items parcel={parcel} />, onPhone: 'plain' },
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
              {isCollected ? 'Mark as handed over' : 'Mark as sent'}
            </Button>
            <Button
              look="secondary"
              size="small"
              onClick={() => onPrint({ of: 'packingList', parcels: rows })}
            >
              Print packing list
            </Button>
            {!isCollected && (
              <Button look="secondary" size="small" onClick={() => onPrint({ of: 'labels', parcels: rows })}>
                Print labels
              </Button>
            )}
          </>
        )}
        empty={{ sentence: 'No order waits to be sent' }}
      />
      {question}
    </>
  )
}

function NextClass({ parcel: { collectAt }, today }: { parcel: Parcel; today: string }) {
  if (!collectAt) return <StateWord is="look">No class booked</StateWord>
  return (
    <>
      {spokenDate(collectAt.startDate, today)}, {timeOfDay(collectAt.startTime)}{' '}
      <span className="order-until">{collectAt.venue}</span>
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
