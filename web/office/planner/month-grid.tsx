import { useQuery } from '@tanstack/react-query'
import { everyDay } from '#domain/calendar.ts'
import { shortDay } from '#domain/format-dates.ts'
import { useOfficeApi } from '../office-api.ts'
import { WithAnswer } from '../ui/not-loaded.tsx'
import { monthQuery, type PlannerFilters } from './planner-queries.ts'
import { weekdayNames } from './session-words.ts'

/** Shows five weeks as counts; a day links to its week. */
export function MonthGrid({ filters, onDay }: { filters: PlannerFilters; onDay: (day: string) => void }) {
  const query = useQuery(monthQuery(useOfficeApi(), filters))
  const days = everyDay(filters.from, filters.to)
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
  // Days without a figure would look free.
  return (
    <WithAnswer query={query}>
      {counted => (
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
                  const found = counted.find(({ date }) => date === day)
                  return (
                    <td key={day}>
                      <button type="button" onClick={() => onDay(day)}>
                        <strong>{shortDay(day).slice(4)}</strong>
                        {found && (
                          <>
                            <span className="figures">
                              {found.sessions} {found.sessions === 1 ? 'date' : 'dates'}
                            </span>
                            <span className="figures quiet">
                              {found.taken}/<wbr />
                              {found.capacity}
                            </span>
                            {found.full > 0 && <span className="figures quiet">{found.full} full</span>}
                            {found.drafts > 0 && (
                              <span className="figures">
                                {found.drafts} {found.drafts === 1 ? 'draft' : 'drafts'}
                              </span>
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
