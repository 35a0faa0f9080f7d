import { TriangleAlert } from 'lucide-react'
import type { terms } from '#contract/office/terms.ts'
import type { CallOutput } from '#contract/wire.ts'
import { useMarking } from '#web/ui/forms/field.tsx'
import { Money } from '#web/ui/money.tsx'
import { asPounds } from '../ui/fields.tsx'
import { weekdayNames } from './session-words.ts'

export type ClassToCopy = CallOutput<typeof terms.previewCopy>['classes'][number]

export const priceField = ({ offeringId }: { offeringId: number }) => `price ${offeringId}`

interface ClassesToCopyProps {
  classes: ClassToCopy[]
  /** The classes that are not copied. */
  left: number[]
  /** The typed prices, by class. */
  prices: Record<number, string>
  priceOf: (one: ClassToCopy) => number | undefined
  warningOf: (one: ClassToCopy) => string | undefined
  change: (changes: { left?: number[]; prices?: Record<number, string> }) => void
}

/** The classes of a term, each with a tick to copy it and its new price. */
export function ClassesToCopy({ classes, left, prices, priceOf, warningOf, change }: ClassesToCopyProps) {
  return (
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
                  checked={!left.includes(one.offeringId)}
                  onChange={event => {
                    const others = left.filter(id => id !== one.offeringId)
                    change({
                      left: event.currentTarget.checked ? others : [...others, one.offeringId],
                    })
                  }}
                />
                <span>
                  {one.title}
                  <br />
                  <span className="quiet">
                    {one.venue} · {one.ages}
                  </span>
                  {!left.includes(one.offeringId) && warningOf(one) && (
                    <span className="small credits-warning">
                      <br />
                      <TriangleAlert aria-hidden="true" className="sign" /> {warningOf(one)}
                    </span>
                  )}
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
              {one.clashing > 0 && <span className="planner-clash"> ({one.clashing} clash)</span>}
            </td>
            <td>
              <PriceField
                label={`Price of ${one.title}, ${one.venue}, ${one.ages}`}
                name={priceField(one)}
                value={prices[one.offeringId] ?? asPounds(one.pricePence)}
                onChange={price => change({ prices: { ...prices, [one.offeringId]: price } })}
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
  )
}

/** A price in a table, labelled by its class and its column. */
function PriceField({
  label,
  name,
  value,
  onChange,
}: {
  label: string
  name: string
  value: string
  onChange: (value: string) => void
}) {
  const { given, note } = useMarking(name)
  return (
    <>
      <input
        {...given}
        aria-label={label}
        inputMode="decimal"
        className="field-box"
        value={value}
        onChange={event => onChange(event.currentTarget.value)}
      />
      {note}
    </>
  )
}
