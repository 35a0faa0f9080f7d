import { instantInLondon, momentInLondon } from '#domain/calendar.ts'
import { keptAtMost, linkSentences } from '#domain/office/order-sentences.ts'
import { Field } from '#web/ui/forms/field.tsx'

/** Until when a payment link keeps the places: a day and a time in London. */
export interface Kept {
  day: string
  time: string
}

/** Returns the values of the fields: the chosen ones, else a link's usual time. */
export function keptOf(chosen: Kept | undefined, usuallyKept: string): Kept {
  const [day = '', time = ''] = momentInLondon(new Date(usuallyKept)).split(' ')
  return chosen ?? { day, time }
}

/** Says what is wrong with the chosen time; '' if it may be sent. */
export function keptProblem(chosen: Kept | undefined, latestKept: string, now: Date): string {
  if (!chosen) return ''
  if (!chosen.day || !chosen.time) return linkSentences.chooseKept
  const until = instantInLondon(chosen.day, chosen.time)
  if (until <= now) return linkSentences.keepToCome
  return until > new Date(latestKept) ? keptAtMost(new Date(latestKept)) : ''
}

/** Chooses until when the places are kept. */
export function KeptUntil({
  kept: { day, time },
  latestKept,
  problem,
  onChange,
}: {
  kept: Kept
  latestKept: string
  problem: string
  onChange: (kept: Kept) => void
}) {
  const latest = new Date(latestKept)
  return (
    <div>
      <div className="row">
        <Field
          label="Keep the places until"
          type="date"
          max={momentInLondon(latest).slice(0, 10)}
          value={day}
          error={problem}
          onChange={event => onChange({ day: event.currentTarget.value, time })}
        />
        <Field
          label="Time"
          type="time"
          value={time}
          onChange={event => onChange({ day, time: event.currentTarget.value })}
        />
      </div>
      <p className="quiet">The link is mailed to them. {keptAtMost(latest)}.</p>
    </div>
  )
}
