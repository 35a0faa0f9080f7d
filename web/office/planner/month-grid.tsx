import { useQuery } from '@tanstack/react-query'
import type { Term } from '#contract/office/terms.ts'
import { everyDay } from '#domain/calendar.ts'
import { counted } from '#domain/counted.ts'
import { shortDay } from '#domain/format-dates.ts'
import { useToday } from '#web/today.tsx'
import { useOfficeApi } from '../office-api.ts'
import { WithAnswer } from '../ui/not-loaded.tsx'
import { monthQuery, type PlannerFilters } from './planner-queries.ts'
import { weekdayNames } from './session-words.ts'

/** How many names a day shows; a cell of the month has room for no more. */
const namesShown = 3

/** Shows five weeks: each day's classes, places and closures. A day links to its week. */
export function MonthGrid({
  filters,
  terms,
  onDay,
}: {
  filters: PlannerFilters
  terms: Term[]
  onDay: (day: string) => void
}) {
  const query = useQuery(monthQuery(useOfficeApi(), { ...filters, withNames: true }))
  const today = useToday()
  const days = everyDay(filters.from, filters.to)
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
  // Days without a figure would look free.
  return (
    <WithAnswer query={query}>
      {countedDays => (
        <table className="month-grid">
          <thead>
            <tr>
              {weekdayNames.map(name => (
                <th key={name} scope="col">
                  <abbr title={name}>{name.slice(0, 3)}</abbr>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map(week => (
              <tr key={week[0]}>
                {week.map(day => {
                  const found = countedDays.find(({ date }) => date === day)
                  const closed = closuresOn(day, terms, filters)
                  return (
                    <td key={day} aria-current={day === today ? 'date' : undefined}>
                      <button type="button" onClick={() => onDay(day)}>
                        <strong>{shortDay(day).slice(4)}</strong>
                        {closed.map(name => (
                          <span key={name} className="month-closure">
                            {name}
                          </span>
                        ))}
                        {found && (
                          <>
                            {found.names.slice(0, namesShown).map(name => (
                              <span key={name} className="month-name">
                                {name}
                              </span>
                            ))}
                            <span className="figures quiet">
                              {counted(found.sessions, 'date')}, <wbr />
                              {found.taken}/{found.capacity}
                              {found.full > 0 && `, ${found.full} full`}
                            </span>
                            {found.drafts > 0 && (
                              <span className="figures">{counted(found.drafts, 'draft')}</span>
                            )}
                          </>
                        )}
                      </button>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </WithAnswer>
  )
}

/** Names the closures of a day, of the shown term and venue, or of all. */
const closuresOn = (day: string, terms: Term[], { termId, venueId }: PlannerFilters): string[] => [
  ...new Set(
    terms
      .filter(({ id }) => termId === undefined || id === termId)
      .flatMap(({ closures }) => closures)
      .filter(
        closure =>
          closure.startDate <= day &&
          day <= closure.endDate &&
          (venueId === undefined || closure.venueId === null || closure.venueId === venueId),
      )
      .map(({ name }) => name),
  ),
]
