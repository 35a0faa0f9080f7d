import './order.css'
import type { ComponentProps, ReactNode } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import type { OrderLine } from '#contract/office/families.ts'
import { expectedMethods } from '#domain/desk-payment.ts'
import { useToday } from '#web/today.tsx'
import { Money, pounds } from '#web/ui/money.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { spokenInstant } from '../ui/moments.ts'
import { StateWord } from '../ui/state-word.tsx'
import { kindWords, methodWords, orderStates } from './order-words.ts'

type List = ComponentProps<typeof DataTable<OrderLine>>['list']

/** Lists orders, each with a link to its page. */
export function OrderTable({
  label,
  list,
  sort,
  onSort,
  download,
  empty,
}: {
  label: string
  list: List
  sort?: string
  onSort?: (sort: string) => void
  download?: ReactNode
  empty: string
}) {
  const today = useToday()
  return (
    <div className="order-table">
      <DataTable
        label={label}
        list={list}
        sort={sort}
        onSort={onSort}
        keyOf={({ number }) => number}
        toOf={({ number }) => addresses.order({ number })}
        columns={[
          {
            heading: 'Order',
            cell: ({ who, number }) => (
              <>
                {who || '–'} <span className="order-until figures">{number}</span>
              </>
            ),
          },
          { heading: 'What', cell: order => order.what || kindWords[order.kind], onPhone: 'plain' },
          {
            heading: 'Placed',
            sort: 'placed',
            cell: order => spokenInstant(order.placedAt, today),
            isMoment: true,
            onPhone: 'plain',
          },
          {
            heading: 'State',
            onPhone: 'plain',
            cell: ({ state, holdExpiresAt, goingPence }) => (
              <>
                <StateWord is={orderStates[state][0]}>{orderStates[state][1]}</StateWord>
                {state === 'unpaid' && holdExpiresAt && (
                  <span className="order-until">until {spokenInstant(holdExpiresAt, today)}</span>
                )}
                {goingPence > 0 && <span className="order-until">{pounds(goingPence)} on its way back</span>}
              </>
            ),
          },
          {
            heading: 'Method',
            onPhone: 'out',
            cell: ({ number, method, expected }) =>
              expected ? (
                <>
                  {expectedMethods[expected.method]}
                  <span className="order-until">
                    {[
                      `${pounds(expected.openPence)} to come`,
                      // A family that pays later quotes the order's number, which its row has already.
                      expected.reference !== number && expected.reference,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </>
              ) : (
                methodWords[method]
              ),
          },
          {
            heading: 'Total',
            sort: 'total',
            isNumber: true,
            onPhone: 'aside',
            cell: order => <Money pence={order.totalPence} />,
          },
          {
            heading: 'Back',
            sort: 'back',
            isNumber: true,
            cell: order => (order.backPence > 0 ? <Money pence={order.backPence} /> : '–'),
          },
        ]}
        download={download}
        empty={{ sentence: empty }}
      />
    </div>
  )
}
