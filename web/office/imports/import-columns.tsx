import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OfficeApi } from '#contract/office/client.ts'
import type { ImportRun } from '#contract/office/imports.ts'
import { type DateOrder, isDateColumn } from '#domain/office/import-dates.ts'
import type { ImportPolicy } from '#domain/office/import-families.ts'
import { isReadTwice, missingColumns } from '#domain/office/import-headings.ts'
import { columnsMissing } from '#domain/office/people-sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/field.tsx'
import { useLeaveGuard } from '#web/ui/forms/leave-guard.tsx'
import { useOfficeApi } from '../office-api.ts'
import { WithAnswer } from '../ui/not-loaded.tsx'
import { headingsQuery, useCheckImport } from './import-queries.ts'

const policies = {
  createOnly: 'Keep existing values, and only add new entries',
  fillEmpty: 'Fill in empty fields',
  overwrite: 'Overwrite existing values',
} as const satisfies Record<ImportPolicy, string>

/** Things that may exist already. Credits are granted even if the family has some, but once for each line. */
const presentThings = {
  families: 'If a family exists already',
  classes: 'If a date exists already',
  credits: undefined,
} as const

interface ColumnsProps {
  run: ImportRun
  onChecked: () => void
}
type Headings = Awaited<ReturnType<OfficeApi['imports']['headings']>>

/** The form that says what each column of the file is. */
export function ImportColumns(given: ColumnsProps) {
  const query = useQuery(headingsQuery(useOfficeApi(), given.run.kind))
  return <WithAnswer query={query}>{headings => <ColumnsForm {...given} headings={headings} />}</WithAnswer>
}

function ColumnsForm({ run, onChecked, headings }: ColumnsProps & { headings: Headings }) {
  const [columns, setColumns] = useState(run.columns.map(({ readAs }) => readAs))
  const [orders, setOrders] = useState(run.columns.map(({ dateOrder }) => dateOrder ?? ''))
  const [policy, setPolicy] = useState<ImportPolicy>(run.policy)
  const check = useCheckImport()
  const [isChanged, setChanged] = useState(false)
  const [leaveDialog, release] = useLeaveGuard({
    isOn: isChanged,
    question: 'Leave without saving?',
    onLeave: () => {},
  })
  const missing = missingColumns(run.kind, columns)
  // A file that is no longer kept has none at all.
  const hasSamples = run.columns.some(({ samples }) => samples.length > 0)
  const press = async () => {
    await check.mutateAsync({ id: run.id, columns, policy, dateOrders: chosenOrders(columns, orders) })
    await release()
    onChecked()
  }
  return (
    <div className="stack">
      <div className="import-table">
        <table>
          <caption className="sr-only">What the columns of your file are</caption>
          <thead>
            <tr>
              <th scope="col">In your file</th>
              <th scope="col">For example</th>
              <th scope="col">Is</th>
            </tr>
          </thead>
          <tbody>
            {run.columns.map(({ heading, samples }, at) => (
              <ColumnRow
                // biome-ignore lint/suspicious/noArrayIndexKey: a file may have a heading twice, so a column is known by its position.
                key={at}
                heading={heading}
                samples={samples}
                hasSamples={hasSamples}
                headings={headings}
                readAs={columns[at] ?? ''}
                order={orders[at] ?? ''}
                isTaken={name => isReadTwice(columns.with(at, name))}
                onReadAs={name => {
                  setColumns(columns.with(at, name))
                  setChanged(true)
                }}
                onOrder={order => {
                  setOrders(orders.with(at, order))
                  setChanged(true)
                }}
              />
            ))}
          </tbody>
        </table>
      </div>
      {presentThings[run.kind] && (
        <fieldset>
          <legend className="field-label">{presentThings[run.kind]}</legend>
          {Object.entries(policies).map(([value, label]) => (
            <Checkbox
              key={value}
              type="radio"
              name="policy"
              label={label}
              checked={policy === value}
              onChange={() => {
                setPolicy(value as ImportPolicy)
                setChanged(true)
              }}
            />
          ))}
        </fieldset>
      )}
      {missing.length > 0 && (
        <p role="status" className="import-missing">
          {columnsMissing(missing)}
        </p>
      )}
      <div>
        <Button
          isBusy={check.isPending}
          disabled={missing.length > 0}
          onClick={() => void press().catch(() => {})}
        >
          Check
        </Button>
      </div>
      {leaveDialog}
    </div>
  )
}

interface ColumnRowProps {
  heading: string
  samples: string[]
  /** Whether the file still has samples; without its file an import has none. */
  hasSamples: boolean
  headings: Headings
  /** The field that the column is read as; '' leaves it out. */
  readAs: string
  order: DateOrder | ''
  /** Whether another column is read as this field already. */
  isTaken: (name: string) => boolean
  onReadAs: (name: string) => void
  onOrder: (order: DateOrder | '') => void
}

/** One column of the file: its heading, samples, and choices. */
function ColumnRow({ heading, samples, hasSamples, headings, readAs, order, ...given }: ColumnRowProps) {
  const { isTaken, onReadAs, onOrder } = given
  return (
    <tr>
      <th scope="row">{heading || 'No heading'}</th>
      <td className="quiet">
        {samples.length > 0 || !hasSamples
          ? samples.filter(Boolean).join(', ') || '–'
          : 'Notes are not shown'}
      </td>
      <td>
        <select
          className="field-box field-select"
          aria-label={`${heading || 'Column without a heading'} is`}
          value={readAs}
          onChange={event => {
            onReadAs(event.currentTarget.value)
          }}
        >
          <option value="">Leave out</option>
          {headings.map(({ name, isRequired }) => (
            <option key={name} value={name} disabled={name !== readAs && isTaken(name)}>
              {name.replaceAll('_', ' ')}
              {isRequired ? ' *' : ''}
            </option>
          ))}
        </select>
        {isDateColumn(readAs) && (
          <select
            className="field-box field-select import-order"
            aria-label={`Dates of ${heading || 'the column without a heading'} are`}
            value={order}
            onChange={event => {
              onOrder(event.currentTarget.value as DateOrder | '')
            }}
          >
            <option value="">Day first, unless one cannot be</option>
            <option value="dayFirst">Day first: 17/05/2020</option>
            <option value="monthFirst">Month first: 05/17/2020</option>
          </select>
        )}
      </td>
    </tr>
  )
}

/** Returns the chosen order of day and month of each date column that has one. */
export const chosenOrders = (columns: string[], orders: (DateOrder | '')[]) =>
  columns.flatMap((column, at) => {
    const order = orders[at]
    return isDateColumn(column) && order ? [{ column, order }] : []
  })
