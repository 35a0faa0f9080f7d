import '#web/site/offerings/timetable.css'
import './own-calendar.css'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { mondayOf } from '#domain/calendar.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import type { TimetableDay } from '#domain/timetable.ts'
import { FilterRow } from '#web/site/offerings/filter-row.tsx'
import { daysOn, filtered, onDay, type TimetableView } from '#web/site/offerings/timetable-view.ts'
import { WeekGrid } from '#web/site/offerings/week-grid.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { WeekNavigator } from '#web/ui/week-navigator.tsx'

interface FilteredWeekProps<Session> {
  kind: OfferingKind
  /** What each part is called, for there may be several weeks on a page. */
  labels: { filters: string; weeks: string; grid: string }
  view: TimetableView
  /** Each press counts from what the last one asked for, and not from what was drawn (record 038). */
  onView: (change: (shown: TimetableView) => TimetableView) => void
  week: UseQueryResult<TimetableDay<Session>[]>
  /** One session, as a list item. */
  card: (session: Session) => ReactNode
  /** What stands under a day's sessions. */
  dayFoot?: ReactNode
  /** Which of the sessions are counted; without it, all. */
  counts?: (session: Session) => boolean
}

/** A week with filters and Last week / Next week of its own, its view kept by who shows it (spec 2 §2). */
export function FilteredWeek<Session>({
  kind,
  labels,
  view,
  onView,
  week,
  card,
  dayFoot,
  counts,
}: FilteredWeekProps<Session>) {
  return (
    <>
      <FilterRow
        kind={kind}
        label={labels.filters}
        filters={view.filters}
        onChange={change => onView(shown => filtered(shown, change))}
      />
      <WeekGrid
        kind={kind}
        label={labels.grid}
        week={week.data}
        day={view.day}
        bar={
          <div className="own-calendar-bar">
            <WeekNavigator
              label={labels.weeks}
              monday={mondayOf(view.day)}
              onStep={days => onView(shown => daysOn(shown, days))}
            />
          </div>
        }
        instead={week.isError && !week.data && <ErrorPanel onRetry={() => week.refetch()} />}
        isOld={week.isPlaceholderData}
        onDay={day => onView(shown => onDay(shown, day))}
        card={card}
        dayFoot={dayFoot}
        counts={counts}
      />
    </>
  )
}
