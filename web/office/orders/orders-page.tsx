import './order.css'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { expectedMethods } from '#domain/desk-payment.ts'
import { vatNames } from '#domain/office/vat.ts'
import { Button } from '#web/ui/button.tsx'
import { pounds } from '#web/ui/money.tsx'
import { thingsQuery } from '../catalogue/catalogue-queries.ts'
import { useOfficeApi } from '../office-api.ts'
import { useMay } from '../office-session.ts'
import { DayFilter } from '../ui/day-filter.tsx'
import { DownloadButton } from '../ui/download-button.tsx'
import { ChoiceFilter, Filters } from '../ui/filters.tsx'
import { useFilters } from '../ui/office-list.ts'
import { PageHead } from '../ui/page-head.tsx'
import {
  expectedSumQuery,
  type OrderFilters,
  type OrderSort,
  orderChoicesQuery,
  ordersQuery,
  useExportOrders,
} from './order-queries.ts'
import { OrderTable } from './order-table.tsx'
import { orderTabs } from './order-tabs.ts'
import { kindWords, methodWords, needsWords, optionsOf, orderStates } from './order-words.ts'

const nothing = {
  state: '',
  kind: '',
  needs: '',
  method: '',
  venueId: '',
  typeId: '',
  withRefund: '',
  codeId: '',
  vatCode: '',
  days: 'placed',
  from: '',
  to: '',
}

/** Lists the orders that match the filters in the address. */
export function OrdersPage() {
  const api = useOfficeApi()
  const [{ sort, ...chosen }, setChosen] = useFilters({ ...nothing, sort: '-placed' })
  const filters = asFilters(chosen)
  const list = useInfiniteQuery(ordersQuery(api, { ...filters, sort: sort as OrderSort }))
  const choices = useQuery(orderChoicesQuery(api)).data
  // Anyone who reads a code can use it.
  const mayReadCodes = useMay('catalogue.edit')
  const codes = useQuery({ ...thingsQuery(api, 'codes'), enabled: mayReadCodes }).data
  const mayExport = useMay('people.export')
  const exporting = useExportOrders()
  const named = (things: { id: number; name: string }[] = []) => [
    { value: '', label: 'All' },
    ...things.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  const isNarrowed = Object.entries(chosen).some(([name, value]) => name !== 'days' && value !== '')
  // The code of money is that of its day.
  const isOfMoney = chosen.days === 'money' && chosen.from !== '' && chosen.to !== ''
  // Read only once, so that filters in use do not collapse.
  const [isUnfolded] = useState(() => {
    const { method, venueId, typeId, withRefund, codeId, vatCode, from, to } = chosen
    return [method, venueId, typeId, withRefund, codeId, vatCode, from, to].some(Boolean)
  })
  return (
    <>
      <PageHead title="Orders" tabs={orderTabs} />
      <Filters>
        <ChoiceFilter
          label="State"
          value={chosen.state}
          options={optionsOf(orderStates)}
          onChange={state => setChosen({ state })}
        />
        <ChoiceFilter
          label="Kind"
          value={chosen.kind}
          options={optionsOf(kindWords)}
          onChange={kind => setChosen({ kind })}
        />
        <ChoiceFilter
          label="Needs you"
          value={chosen.needs}
          options={optionsOf(needsWords)}
          onChange={needs => setChosen({ needs })}
        />
        <details className="more-filters" open={isUnfolded}>
          <summary>More</summary>
          <div className="more-filters-lines">
            <ChoiceFilter
              label="Method"
              value={chosen.method}
              options={optionsOf(methodWords)}
              onChange={method => setChosen({ method })}
            />
            <ChoiceFilter
              label="Venue"
              value={chosen.venueId}
              options={named(choices?.venues)}
              onChange={venueId => setChosen({ venueId })}
            />
            <ChoiceFilter
              label="Type"
              value={chosen.typeId}
              options={named(choices?.types)}
              onChange={typeId => setChosen({ typeId })}
            />
            <ChoiceFilter
              label="Money back"
              value={chosen.withRefund}
              options={[
                { value: '', label: 'All' },
                { value: 'yes', label: 'With a refund' },
              ]}
              onChange={withRefund => setChosen({ withRefund })}
            />
            {mayReadCodes && (
              <ChoiceFilter
                label="Discount code"
                value={chosen.codeId}
                options={named(codes?.map(({ id, code }) => ({ id, name: String(code) })))}
                onChange={codeId => setChosen({ codeId })}
              />
            )}
            <fieldset className="day-range">
              <legend className="sr-only">Days</legend>
              <ChoiceFilter
                label="Day"
                value={chosen.days}
                options={[
                  { value: 'placed', label: 'placed' },
                  { value: 'paid', label: 'paid' },
                  { value: 'session', label: 'of the session' },
                  { value: 'money', label: 'money came or went' },
                ]}
                onChange={days => setChosen({ days })}
              />
              <DayFilter aria-label="From" value={chosen.from} onChange={from => setChosen({ from })} />
              <span className="quiet">to</span>
              <DayFilter aria-label="To" value={chosen.to} onChange={to => setChosen({ to })} />
            </fieldset>
            {isOfMoney && (
              <ChoiceFilter
                label="VAT code"
                value={chosen.vatCode}
                options={optionsOf(vatNames)}
                onChange={vatCode => setChosen({ vatCode })}
              />
            )}
          </div>
        </details>
        {isNarrowed && (
          <Button look="quiet" size="small" onClick={() => setChosen(nothing)}>
            Clear
          </Button>
        )}
      </Filters>
      {isAboutExpected(filters) && <ExpectedSum filters={filters} />}
      <OrderTable
        label="Orders"
        list={list}
        sort={sort}
        onSort={by => setChosen({ sort: by })}
        download={mayExport && <DownloadButton file={exporting} input={filters} />}
        empty={isNarrowed ? 'No order is like that' : 'Orders stand here as soon as somebody books'}
      />
    </>
  )
}

const isAboutExpected = ({ state, needs }: OrderFilters) =>
  state === 'expected' || needs === 'expected' || needs === 'expectedLate'

/** Says how much is still expected of the listed orders, and where it comes from. */
function ExpectedSum({ filters }: { filters: OrderFilters }) {
  const { data } = useQuery(expectedSumQuery(useOfficeApi(), filters))
  return (
    <p role="status" className="expected-sum figures">
      {data && data.orders > 0 && (
        <>
          <span className="strong">{pounds(data.openPence)} to come</span>{' '}
          <span className="quiet">
            {[
              data.orders === 1 ? 'from 1 order' : `from ${data.orders} orders`,
              ...data.sources.map(
                ({ method, openPence }) => `${expectedMethods[method]} ${pounds(openPence)}`,
              ),
              data.latePence > 0 && `${pounds(data.latePence)} is late`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </>
      )}
    </p>
  )
}

/** Passes on the filters of the address unchecked; the server ignores invalid ones. */
function asFilters({
  days,
  from,
  to,
  venueId,
  typeId,
  codeId,
  withRefund,
  ...words
}: typeof nothing): OrderFilters {
  const given = Object.fromEntries(Object.entries(words).filter(([, value]) => value !== ''))
  return {
    ...given,
    ...(venueId && { venueId: Number(venueId) }),
    ...(typeId && { typeId: Number(typeId) }),
    ...(codeId && { codeId: Number(codeId) }),
    ...(withRefund && { withRefund: true }),
    ...(from && { [`${days}From`]: from }),
    ...(to && { [`${days}To`]: to }),
  }
}
