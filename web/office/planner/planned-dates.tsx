import './clash-words.css'
import './terms-page.css'
import type { PlannedDate } from '#contract/office/planner.ts'
import { clashInWords } from '#domain/office/planner-sentences.ts'
import { clockSkipsHour } from '#domain/office/recurrence.ts'
import { shortDay } from '#domain/wording.ts'
import { Checkbox } from '#web/ui/field.tsx'

const keyOf = ({ date, startTime }: PlannedDate) => `${date} ${startTime}`

/** What is made of them: those that are open, and those that are kept all the same. */
export const datesOfPlanned = (planned: PlannedDate[], kept: ReadonlySet<string>) =>
  planned
    .filter(date => !date.skippedFor || kept.has(keyOf(date)))
    .map(({ date, startTime, endTime, slot, skippedFor }) => ({
      ...{ date, startTime, endTime, slot },
      ...(skippedFor && { isKept: true }),
    }))

/** Every date of the class: closed days struck through, to be kept by a tick; clashes in words. */
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
        {made.length} {made.length === 1 ? 'date' : 'dates'}
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
