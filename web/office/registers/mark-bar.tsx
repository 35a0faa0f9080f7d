import type { DayMarks, RegisterRow } from '#contract/office/registers.ts'
import { countMarks } from '#domain/office/marks.ts'
import { Button } from '#web/ui/button.tsx'
import { type Held, keyOfPlace, type Place } from './use-marks.ts'

/** Says in one line how many are here, and what is not sent yet; marks all others as here in one press. */
export function MarkBar({
  rows,
  held,
  walkIns,
  isMarking,
  unsent,
  isFailing,
  hasNoSignal,
  onAllHere,
}: {
  rows: readonly RegisterRow[]
  held: ReadonlyMap<string, Held>
  walkIns: DayMarks['walkIns']
  isMarking: boolean
  unsent: number
  isFailing: boolean
  /** Whether the page shows what the device took along. */
  hasNoSignal: boolean
  onAllHere: (places: Place[]) => void
}) {
  const stateOf = (place: Place) => held.get(keyOfPlace(place))?.mark.state
  const places = rows.map(({ bookingId }) => ({ bookingId }))
  const { here, late, left, absent } = countMarks(places.map(stateOf))
  // “All here” leaves out those whose family said that they can't come.
  const unmarked = rows.filter(
    ({ bookingId, isToldAbsent }) => !isToldAbsent && (stateOf({ bookingId }) ?? 'none') === 'none',
  )
  const besides = [
    late > 0 && `${late} late`,
    left > 0 && `${left} left`,
    absent > 0 && `${absent} not here`,
    walkIns.length > 0 && `${walkIns.length} ${walkIns.length === 1 ? 'walk-in' : 'walk-ins'}`,
  ].filter(Boolean)
  return (
    <section aria-label="Marks" className="mark-bar no-print">
      <div className="mark-counts">
        <p className="figures" role="status">
          <span className="mark-count">
            {here} of {rows.length} here
          </span>{' '}
          {besides.join(' · ')}
        </p>
        <p className="quiet figures" role="status">
          {unsentInWords(unsent, isFailing, hasNoSignal)}
        </p>
      </div>
      {isMarking && (
        <Button
          look="secondary"
          disabled={unmarked.length === 0}
          onClick={() => onAllHere(unmarked.map(({ bookingId }) => ({ bookingId })))}
        >
          All here
        </Button>
      )}
    </section>
  )
}

/** Always a line, so that the bar keeps its height. */
function unsentInWords(unsent: number, isFailing: boolean, hasNoSignal: boolean): string {
  if (unsent === 0) return hasNoSignal ? 'All sent. No signal' : 'All sent'
  const marks = unsent === 1 ? '1 mark' : `${unsent} marks`
  return isFailing ? `${marks} not sent yet. Trying again` : `Sending ${marks}`
}
