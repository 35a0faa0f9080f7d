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
  /** Names the parts for screen readers, because a page may have several weeks. */
  labels: { filters: string; weeks: string; grid: string }
  view: TimetableView
  /** Changes the view. Each press builds on the last requested view, not the rendered one (record 038). */
  onView: (change: (shown: TimetableView) => TimetableView) => void
  week: UseQueryResult<TimetableDay<Session>[]>
  /** Renders one session, as a list item. */
  card: (session: Session) => ReactNode
  /** Shown under a day's sessions. */
  dayFoot?: ReactNode
  /** The sessions that are counted; all by default. */
  counts?: (session: Session) => boolean
}

/** A week with its own filters and Last week / Next week; the parent keeps its view (spec 2 §2). */
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
