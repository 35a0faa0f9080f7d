import './terms-page.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import type { Term } from '#contract/office/terms.ts'
import { addDays, daysBetween, mondayOf } from '#domain/calendar.ts'
import { readPounds } from '#domain/office/read-pounds.ts'
import { dayInTerm } from '#domain/office/recurrence.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { useNavigate } from '#web/navigation/router.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { Money } from '#web/ui/money.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useAddressOf } from '../office-page.ts'
import { EditForm } from '../ui/edit-form.tsx'
import { asPounds } from '../ui/fields.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { showUndo } from '../ui/undo-bar.tsx'
import { type ClosureRow, ClosuresEditor, closureOf, rowOf } from './closures-editor.tsx'
import { choicesQuery, copyPreviewQuery, termsQuery, useCopyTerm, useTermActions } from './planner-queries.ts'
import { weekdayNames } from './session-words.ts'

/** A term again in another calendar: four presses, and every class as drafts (spec 3 §2.5). */
export function CopyTermPage() {
  const { id } = useAddressOf(addresses.term)
  const terms = useQuery(termsQuery(useOfficeApi()))
  const term = terms.data?.find(one => String(one.id) === id)
  if (term) return <CopyTerm key={term.id} term={term} />
  if (terms.isError) return <NotLoaded error={terms.error} onRetry={terms.refetch} level={1} />
  if (terms.isPending) return <ListSkeleton count={6} shape="row" />
  return (
    <EmptyState
      level={1}
      title="This term was not found"
      action={<LinkButton to={addresses.terms()}>All terms</LinkButton>}
    />
  )
}

function CopyTerm({ term }: { term: Term }) {
  const api = useOfficeApi()
  const navigate = useNavigate()
  const copy = useCopyTerm()
  const { remove } = useTermActions()
  const venues = useQuery(choicesQuery(api)).data?.venues ?? []
  const length = daysBetween(term.startDate, term.endDate)
  const first = addDays(mondayOf(term.endDate), 7)
  const [days, setDays] = useState({ from: first, to: addDays(first, length) })
  const [closures, setClosures] = useState<ClosureRow[]>([])
  // What is written for a class: absent, as it was; '' leaves it out.
  const [prices, setPrices] = useState<Record<number, string>>({})
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [percent, setPercent] = useState('')
  const isRange = days.from !== '' && days.to !== '' && days.from <= days.to
  const asked = {
    termId: term.id,
    startDate: days.from,
    endDate: days.to,
    closures: closures.filter(({ startDate, endDate }) => startDate && endDate).map(closureOf),
  }
  const preview = useQuery({ ...copyPreviewQuery(api, asked), enabled: isRange }).data
  const classes = preview?.classes ?? []
  const chosen = classes.filter(({ offeringId }) => !left.has(offeringId))
  const total = chosen.reduce((sum, { dates }) => sum + dates, 0)
  const priceOf = ({ offeringId, pricePence }: (typeof classes)[number]) =>
    prices[offeringId] === undefined ? pricePence : readPounds(prices[offeringId])

  /** Per cent more or less, rounded to 10p. */
  const raise = () => {
    const by = Number(percent.replace('−', '-'))
    if (!Number.isFinite(by)) return
    setPrices(
      Object.fromEntries(
        classes.map(({ offeringId, pricePence }) => [
          offeringId,
          asPounds(Math.round((pricePence * (100 + by)) / 1000) * 10),
        ]),
      ),
    )
  }

  return (
    <div className="stack">
      <PageHead title={`Copy ${term.name}`}>
        Every class that runs week by week is made again as drafts. Families see nothing of it until you
        publish it.
      </PageHead>
      <EditForm
        values={{ name: '' }}
        save={`Make ${total.toLocaleString('en-GB')} drafts`}
        checks={text => [
          { field: 'name', holds: text('name').trim() !== '', sentence: 'Please give the term a name' },
          { field: 'startDate', holds: isRange, sentence: 'The last day must be after the first' },
          {
            field: 'name',
            holds: chosen.every(one => priceOf(one) !== undefined),
            sentence: officeSentences.priceLike,
          },
        ]}
        onSave={(text, { requestId }) =>
          copy.mutateAsync({
            ...asked,
            requestId,
            name: text('name').trim(),
            offerings: chosen.map(one => ({ id: one.offeringId, pricePence: priceOf(one) as number })),
          })
        }
        onSaved={made => {
          showUndo('The drafts are being made', () => remove.mutateAsync(made))
          navigate(addresses.terms())
        }}
      >
        <Field label="Name of the new term" name="name" isStarred maxLength={100} />
        <div className="row">
          <Field
            label="First day"
            name="startDate"
            type="date"
            value={days.from}
            onChange={event => {
              const from = event.currentTarget.value
              if (from) setDays({ from, to: addDays(from, length) })
            }}
          />
          <Field
            label="Last day"
            name="endDate"
            type="date"
            value={days.to}
            onChange={event => setDays({ ...days, to: event.currentTarget.value })}
          />
        </div>
        <ClosuresEditor rows={closures} onChange={setClosures} venues={venues} term={() => days} />
        {term.closures.length > 0 && (
          <Button
            look="secondary"
            size="small"
            onClick={() =>
              setClosures([
                ...closures,
                ...term.closures.map(closure =>
                  rowOf({
                    ...closure,
                    startDate: dayInTerm(closure.startDate, term.startDate, days.from),
                    endDate: dayInTerm(closure.endDate, term.startDate, days.from),
                  }),
                ),
              ])
            }
          >
            The same weeks closed as in {term.name}
          </Button>
        )}
        <div className="row">
          <Field
            label="All prices by per cent"
            inputMode="decimal"
            value={percent}
            hint="Rounded to 10p"
            onChange={event => setPercent(event.currentTarget.value)}
          />
          <Button look="secondary" size="small" onClick={raise}>
            Work out
          </Button>
        </div>
        {preview && classes.length === 0 && <p>No class of this term runs week by week.</p>}
        <table className="copy-table">
          <caption className="sr-only">Classes to copy</caption>
          <thead>
            <tr>
              <th scope="col">Class</th>
              <th scope="col">When</th>
              <th scope="col">Dates</th>
              <th scope="col">Price £</th>
            </tr>
          </thead>
          <tbody>
            {classes.map(one => (
              <tr key={one.offeringId}>
                <th scope="row">
                  <label className="tick-line">
                    <input
                      type="checkbox"
                      className="tick-box"
                      checked={!left.has(one.offeringId)}
                      onChange={event => {
                        const isIn = event.currentTarget.checked
                        setLeft(
                          new Set(
                            isIn ? [...left].filter(id => id !== one.offeringId) : [...left, one.offeringId],
                          ),
                        )
                      }}
                    />
                    <span>
                      {one.title}
                      <br />
                      <span className="quiet">
                        {one.venue} · {one.ages}
                      </span>
                    </span>
                  </label>
                </th>
                <td>
                  {one.times
                    .map(({ weekday, startTime }) => `${weekdayNames[weekday - 1]?.slice(0, 3)} ${startTime}`)
                    .join(', ')}
                </td>
                <td className="figures">
                  {one.dates}
                  {one.skipped > 0 && <span className="quiet"> ({one.skipped} closed)</span>}
                </td>
                <td>
                  <input
                    aria-label={`Price of ${one.title}`}
                    inputMode="decimal"
                    className="field-box"
                    value={prices[one.offeringId] ?? asPounds(one.pricePence)}
                    onChange={event => setPrices({ ...prices, [one.offeringId]: event.currentTarget.value })}
                  />
                  {priceOf(one) !== one.pricePence && (
                    <span className="quiet">
                      {' '}
                      was <Money pence={one.pricePence} />
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </EditForm>
    </div>
  )
}
