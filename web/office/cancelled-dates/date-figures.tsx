import type { DatesPreview } from '#contract/office/cancelled-dates.ts'
import type { addUpPlaces } from '#domain/office/cancelled-dates.ts'
import { creditText } from '#domain/prices.ts'
import { useToday } from '#web/today.tsx'
import { spokenDate, timeRange } from '#web/ui/british-dates.ts'
import { pounds } from '#web/ui/money.tsx'

export type Fact = readonly [what: string, number: string]

/** Formats a count: “1 place”, “2 places”. */
export const many = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`

type Sums = Omit<ReturnType<typeof addUpPlaces>, 'mailed' | 'toRing'>

/** Returns the number of places and their refunds, as lines of the question. */
export const factsOfPlaces = (places: number, sums: Sums): (Fact | false)[] => [
  ['Places', `${places} of ${many(sums.families, 'family', 'families')}`],
  sums.cards > 0 && [
    'Back to cards',
    `${pounds(sums.refundedPence - sums.byHandPence)} to ${many(sums.cards, 'card', 'cards')}`,
  ],
  sums.byHandPence > 0 && ['To give back by hand', pounds(sums.byHandPence)],
  sums.credits > 0 && [
    'Credits',
    `${creditText(sums.credits)} to ${many(sums.creditFamilies, 'family', 'families')}`,
  ],
]

/** Returns the reward points that the refunds take back, if any. */
export const factOfPoints = (points: number): Fact | false =>
  points > 0 && ['Reward points taken back', String(points)]

/** Returns how many families get a mail, and how many must be rung. */
export const recipientFacts = ({ mailed, toRing }: { mailed: number; toRing: number }): (Fact | false)[] => [
  ['Families who are mailed', String(mailed)],
  toRing > 0 && ['To ring, because they have no email', String(toRing)],
]

export function DateLines({ dates }: { dates: DatesPreview['dates'] }) {
  const today = useToday()
  return (
    <ul className="plain-lines">
      {dates.map(({ id, title, date, startTime, endTime, venue }) => (
        <li key={id}>
          <span className="strong">{title}</span>, {spokenDate(date, today)}, {timeRange(startTime, endTime)},{' '}
          {venue}
        </li>
      ))}
    </ul>
  )
}
