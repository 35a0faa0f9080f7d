import { useEffect, useRef } from 'react'
import type { BookableDate } from '#contract/office/desk-bookings.ts'
import { groupDates, weeklyTime } from '#domain/office/date-groups.ts'
import { creditText } from '#domain/prices.ts'
import { useToday } from '#web/today.tsx'
import { spokenDate, timeRange } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/field.tsx'
import { pounds } from '#web/ui/money.tsx'

interface Given {
  dates: BookableDate[]
  sessionIds: number[]
  /** Whether the form ticked them, and nobody yet. */
  isSuggested: boolean
  setSessionIds: (ids: number[]) => void
  /** The chosen children, of whom some may have a date already. */
  chosenChildren: { id: number; name: string }[]
  mayRaise: boolean
  onWait: (date: BookableDate) => void
}

export const withOrWithout = (ids: number[], id: number, isIn: boolean) =>
  isIn ? [...ids, id] : ids.filter(one => one !== id)

/**
 * Returns the dates that can be booked. Dates whose class refuses this family are left out, unless
 * all do.
 */
function takeable(dates: BookableDate[]): BookableDate[] {
  const free = dates.filter(({ problem }) => problem === '')
  const taking = free.filter(({ refused }) => refused === '')
  return taking.length > 0 ? taking : free
}

/**
 * Returns the dates that are ticked before anybody ticks: the next one that has a place, or all that have one at the
 * weekday and time of `weekly`.
 */
export function firstTicked(
  dates: BookableDate[],
  weekly: { date: string; startTime: string } | undefined,
): number[] {
  const wanted = weekly
    ? takeable(dates.filter(one => weeklyTime(one) === weeklyTime(weekly)))
    : takeable(dates).slice(0, 1)
  return wanted.map(({ sessionId }) => sessionId)
}

/** The dates of the class by weekday and time, to tick one by one, or all of a group that can be booked. */
export function DatesToBook({ dates, isSuggested, ...given }: Given) {
  const box = useRef<HTMLDivElement>(null)
  const ticked = given.sessionIds.join()
  // Scrolls to the dates that the form ticks itself for more children, and again when the dates' texts get longer. A
  // date that was pressed is in view already.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when other dates are ticked or suggested ones move.
  useEffect(() => {
    const { top = 0, bottom = 0 } = box.current?.getBoundingClientRect() ?? {}
    const inputs = [...(box.current?.querySelectorAll('li input:checked') ?? [])]
    const tops = inputs.map(input => input.getBoundingClientRect().top)
    if (tops[0] === undefined || tops.some(one => one >= top && one < bottom)) return
    box.current?.scrollBy({ top: tops[0] - (top + bottom) / 2 })
  }, [ticked, isSuggested && dates])
  return (
    <fieldset>
      <legend className="field-label">Which dates?</legend>
      <div ref={box} className="desk-dates">
        {groupDates(dates).map(group => (
          <Group key={group.name} name={group.name} dates={group.dates} {...given} />
        ))}
      </div>
    </fieldset>
  )
}

function Group({
  name,
  dates,
  sessionIds,
  setSessionIds,
  ...given
}: Omit<Given, 'isSuggested'> & { name: string }) {
  const free = takeable(dates).map(({ sessionId }) => sessionId)
  const isAll = free.length > 0 && free.every(id => sessionIds.includes(id))
  const others = sessionIds.filter(id => !dates.some(({ sessionId }) => sessionId === id))
  return (
    <div>
      {(name || free.length > 1) && (
        <div className="desk-group">
          <span className="strong">{name}</span>
          {free.length > 1 && (
            <Button
              look="secondary"
              size="small"
              aria-label={[isAll ? 'No date' : `All ${free.length} dates`, name].filter(Boolean).join(': ')}
              onClick={() => setSessionIds(isAll ? others : [...others, ...free])}
            >
              {isAll ? 'No date' : `All ${free.length} dates`}
            </Button>
          )}
        </div>
      )}
      <ul aria-label={name || 'Dates'}>
        {dates.map(date => (
          <li key={date.sessionId}>
            <DateToBook {...given} date={date} sessionIds={sessionIds} setSessionIds={setSessionIds} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function DateToBook({
  date,
  sessionIds,
  setSessionIds,
  chosenChildren,
  mayRaise,
  onWait,
}: Omit<Given, 'dates' | 'isSuggested'> & { date: BookableDate }) {
  const today = useToday()
  const { sessionId, problem, raiseTo, isBooked } = date
  const when = `${spokenDate(date.date, today)}, ${timeRange(date.startTime, date.endTime)}`
  const isFull = raiseTo !== null
  const isTicked = sessionIds.includes(sessionId)
  return (
    <>
      <Checkbox
        label={
          <>
            {when}{' '}
            <span className="quiet">
              {isBooked
                ? bookedWords(date, chosenChildren)
                : isFull && date.free < 1
                  ? 'Full'
                  : problem || freeWords(date)}
            </span>
          </>
        }
        checked={isTicked}
        disabled={problem !== '' && !(isFull && mayRaise) && !isTicked}
        onChange={event => setSessionIds(withOrWithout(sessionIds, sessionId, event.currentTarget.checked))}
      />
      {isFull && date.free < 1 && (
        <Button
          look="quiet"
          size="small"
          aria-label={`Put on the waiting list: ${when}`}
          onClick={() => onWait(date)}
        >
          Put on the waiting list
        </Button>
      )}
    </>
  )
}

/** Returns “Booked”, or “Booked for Mia” if others who are chosen have no place on the date. */
function bookedWords({ bookedChildIds }: BookableDate, chosen: Given['chosenChildren']): string {
  const booked = chosen.filter(({ id }) => bookedChildIds.includes(id))
  const isSome = booked.length > 0 && booked.length < chosen.length
  return isSome ? `Booked for ${booked.map(({ name }) => name).join(' and ')}` : 'Booked'
}

const freeWords = ({ free, pricePence, credits, refused }: BookableDate) =>
  [
    `${free} free`,
    pricePence > 0 || credits === 0 ? pounds(pricePence) : creditText(credits),
    refused && 'not for them',
  ]
    .filter(Boolean)
    .join(' · ')
