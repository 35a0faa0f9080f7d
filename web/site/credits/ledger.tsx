import './ledger.css'
import type { QueryKey } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import * as addresses from '#contract/addresses.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { fullMoment } from '#web/ui/british-dates.ts'
import { Paged } from '#web/ui/forms/paged.tsx'
import { PageSkeleton } from '#web/ui/skeleton.tsx'
import { Table } from '#web/ui/table.tsx'

interface Entry {
  id: number
  placedAt: string
  memo: string
  order: (Parameters<typeof addresses.ofOrder>[0] & { name: string }) | null
}

interface LedgerProps<Item extends Entry, Key extends QueryKey>
  extends Omit<ComponentProps<typeof Paged<Item, Key>>, 'pending' | 'children'> {
  /** The unit of the entries: 'Credits'. */
  unit: string
  amountOf: (entry: Item) => number
}

const signed = (amount: number) => (amount < 0 ? `−${-amount}` : `+${amount}`)

/** Lists the entries of a ledger, newest first: when, how much and why. */
export function Ledger<Item extends Entry, Key extends QueryKey>({
  unit,
  amountOf,
  ...list
}: LedgerProps<Item, Key>) {
  return (
    <Paged {...list} pending={<PageSkeleton />}>
      {entries => (
        <Table
          columns={[
            { heading: 'Date', cell: entry => fullMoment(entry.placedAt) },
            { heading: unit, cell: entry => signed(amountOf(entry)) },
            {
              heading: 'What for',
              cell: ({ memo, order }) =>
                order ? (
                  <>
                    <PageLink to={addresses.ofOrder(order)} className="text-link lone-link">
                      {order.name}
                    </PageLink>
                    {order.name !== memo && <p className="quiet small">{memo}</p>}
                  </>
                ) : (
                  memo
                ),
            },
          ]}
          rows={entries}
          keyOf={entry => entry.id}
          className="ledger"
        />
      )}
    </Paged>
  )
}
