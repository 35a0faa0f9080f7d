import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import * as addresses from '#contract/office/addresses.ts'
import type { Term } from '#contract/office/terms.ts'
import { counted } from '#domain/counted.ts'
import { plannerSentences } from '#domain/office/planner-sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Select, useMarking } from '#web/ui/forms/field.tsx'
import type { Check } from '#web/ui/forms/form.tsx'
import { showHint, showNote, showSuccess } from '#web/ui/messages.tsx'
import { useOfficeApi } from '../office-api.ts'
import { monthQuery, useBankHolidays } from './planner-queries.ts'
import { namedOptions } from './session-words.ts'

export type ClosureRow = Term['closures'][number] & { key: string }

export const rowOf = (closure: Term['closures'][number]): ClosureRow => ({
  ...closure,
  key: crypto.randomUUID(),
})
export const closureOf = ({ key: _key, ...closure }: ClosureRow): Term['closures'][number] => closure

/**
 * Checks that no closure lacks its first or last day. Without that closure, classes could be planned on closed days.
 */
export const closuresAreWhole = (rows: ClosureRow[]): Check => ({
  field: 'closures',
  holds: rows.every(({ startDate, endDate }) => startDate && endDate),
  sentence: plannerSentences.closureDays,
})

/** Edits the days on which a term's classes do not run: half-term, bank holidays, a venue's own. */
export function ClosuresEditor({
  rows,
  onChange,
  venues,
  termId,
  term,
}: {
  rows: ClosureRow[]
  onChange: (rows: ClosureRow[]) => void
  venues: { id: number; name: string }[]
  /** The term, if it exists, for the link to dates in its closures. */
  termId?: number | undefined
  /** The term's days; while unknown, no bank holidays are proposed. */
  term: () => { from: string; to: string }
}) {
  const holidays = useBankHolidays()
  const list = useRef<HTMLDivElement>(null)
  const adder = useRef<HTMLButtonElement>(null)
  const holidayAdder = useRef<HTMLButtonElement>(null)
  const { given, note } = useMarking('closures')
  const latest = useRef({ rows, onChange })
  useEffect(() => {
    latest.current = { rows, onChange }
  })
  const change = (key: string, changes: Partial<ClosureRow>) =>
    onChange(rows.map(row => (row.key === key ? { ...row, ...changes } : row)))
  const addHolidays = async () => {
    const { from, to } = term()
    if (!from || !to || from > to) {
      showHint('Please say the first and the last day first')
      return
    }
    const found = await holidays.mutateAsync({ from, to })
    // Rows typed meanwhile stay.
    const { rows, onChange } = latest.current
    const isThere = (date: string) =>
      rows.some(({ venueId, startDate, endDate }) => venueId === null && startDate <= date && date <= endDate)
    const added = found
      .filter(({ date }) => !isThere(date))
      .map(({ name, date }) => rowOf({ name, venueId: null, startDate: date, endDate: date }))
    if (added.length === 0) {
      showNote('No other bank holiday lies between these days')
      return
    }
    flushSync(() =>
      onChange([...rows, ...added].sort((one, other) => one.startDate.localeCompare(other.startDate))),
    )
    // The new rows have pushed the focused button under the form's foot.
    holidayAdder.current?.scrollIntoView({ block: 'nearest' })
    showSuccess(added.length === 1 ? '1 bank holiday was added' : `${added.length} bank holidays were added`)
  }
  const remove = (index: number) => {
    flushSync(() => onChange(rows.filter((_row, other) => other !== index)))
    const next = list.current?.querySelectorAll('.closure-row').item(index)?.querySelector('button')
    ;(next ?? adder.current)?.focus()
  }
  return (
    <fieldset className="field-group">
      <legend>Closed</legend>
      <div ref={list} className="field-group-fields">
        {rows.map((row, index) => (
          <fieldset key={row.key} aria-label={row.name || `Closure ${index + 1}`} className="closure-row">
            <Field
              label="Name"
              value={row.name}
              onChange={event => change(row.key, { name: event.currentTarget.value })}
            />
            <Field
              label="From"
              type="date"
              value={row.startDate}
              onChange={event => change(row.key, { startDate: event.currentTarget.value })}
            />
            <Field
              label="To"
              type="date"
              value={row.endDate}
              onChange={event => change(row.key, { endDate: event.currentTarget.value })}
            />
            <Select
              label="Venue"
              value={row.venueId ?? ''}
              options={[{ value: '', label: 'All' }, ...namedOptions(venues)]}
              onChange={event => change(row.key, { venueId: Number(event.currentTarget.value) || null })}
            />
            <Button
              look="quiet"
              size="small"
              aria-label={`Remove ${row.name || `closure ${index + 1}`}`}
              onClick={() => remove(index)}
            >
              Remove
            </Button>
          </fieldset>
        ))}
        <div className="row">
          <Button
            ref={adder}
            look="secondary"
            size="small"
            {...given}
            onClick={() => {
              const row = rowOf({ name: 'Half-term', venueId: null, startDate: '', endDate: '' })
              flushSync(() => onChange([...rows, row]))
              // Selects the usual name, so that typing replaces it.
              const drawn = list.current?.querySelectorAll('.closure-row')
              const name = drawn?.item(rows.length).querySelector('input')
              name?.select()
              name?.scrollIntoView({ block: 'center' })
            }}
          >
            Add a closure
          </Button>
          <Button
            ref={holidayAdder}
            look="secondary"
            size="small"
            isBusy={holidays.isPending}
            onClick={() => void addHolidays()}
          >
            Add England’s bank holidays
          </Button>
        </div>
        {note}
        {note && termId && rows.map(row => <DatesWithin key={row.key} closure={row} termId={termId} />)}
      </div>
    </fieldset>
  )
}

/** A link to where dates within a closure are moved or deleted. It opens in a new tab, so that what was typed stays. */
function DatesWithin({ closure, termId }: { closure: ClosureRow; termId: number }) {
  const { name, startDate: from, endDate: to, venueId } = closure
  const days = useQuery({
    ...monthQuery(useOfficeApi(), { from, to, termId, ...(venueId && { venueId }) }),
    enabled: from !== '' && from <= to,
  }).data
  const [first] = days ?? []
  if (!days || !first) return null
  const dates = days.reduce((sum, day) => sum + day.sessions, 0)
  const asked = new URLSearchParams({
    view: 'list',
    day: first.date,
    ...(venueId && { venue: String(venueId) }),
  })
  return (
    <a href={`${addresses.planner()}?${asked}`} target="_blank" rel="noreferrer">
      {name}: {counted(dates, 'date')} in the planner
    </a>
  )
}
