import './clash-words.css'
import './terms-page.css'
import type { PlannedDate } from '#contract/office/planner.ts'
import { counted } from '#domain/counted.ts'
import { shortDay } from '#domain/format-dates.ts'
import { clashInWords } from '#domain/office/planner-sentences.ts'
import { clockSkipsHour } from '#domain/office/recurrence.ts'
import { Checkbox } from '#web/ui/forms/field.tsx'

const keyOf = ({ date, startTime }: PlannedDate) => `${date} ${startTime}`

/** Returns the dates to create: those that are not skipped, and those on closed days that were ticked to be kept. */
export const datesOfPlanned = (planned: PlannedDate[], kept: ReadonlySet<string>) =>
  planned
    .filter(date => !date.skippedFor || kept.has(keyOf(date)))
    .map(({ date, startTime, endTime, slot, skippedFor }) => ({
      ...{ date, startTime, endTime, slot },
      ...(skippedFor && { isKept: true }),
    }))

/**
 * Lists every date of the class. Closed days are crossed out and can be confirmed with a tick; clashes are described.
 */
export function PlannedDates({
  dates,
  kept,
  onKept,
}: {
  dates: PlannedDate[]
  kept: ReadonlySet<string>
  onKept: (kept: ReadonlySet<string>) => void
}) {
  const made = dates.filter(date => !date.skippedFor || kept.has(keyOf(date)))
  const clashing = made.filter(({ clashes }) => clashes.length > 0).length
  return (
    <section aria-label="Dates" aria-live="polite">
      <h2 className="figures">
        {counted(made.length, 'date')}
        {dates.length > made.length && `, ${dates.length - made.length} closed`}
        {clashing > 0 && `, ${clashing} clashing`}
      </h2>
      <ul className="planned-dates">
        {dates.map(date => {
          const key = keyOf(date)
          const isKept = kept.has(key)
          return (
            <li key={key} data-skipped={(date.skippedFor && !isKept) || undefined}>
              <span className="figures">
                {shortDay(date.date)}, {date.startTime}–{date.endTime}
              </span>
              {date.skippedFor && ` ${date.skippedFor}`}
              {date.skippedFor && date.skippedFor !== clockSkipsHour && (
                <Checkbox
                  label="Keep it"
                  aria-label={`Keep it: ${shortDay(date.date)}`}
                  checked={isKept}
                  onChange={() =>
                    onKept(new Set(isKept ? [...kept].filter(one => one !== key) : [...kept, key]))
                  }
                />
              )}
              {date.clashes.map(clash => (
                <p key={`${clash.sessionId} ${clash.with}`} className="planner-clash">
                  {clashInWords(clash)}
                </p>
              ))}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
