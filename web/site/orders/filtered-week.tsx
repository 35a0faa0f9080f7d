import '#web/site/offerings/timetable.css'
import './own-calendar.css'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { addDays, mondayOf, weekdayOf } from '#domain/calendar.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import type { TimetableDay } from '#domain/timetable.ts'
import { FilterRow } from '#web/site/offerings/filter-row.tsx'
import {
  daysOn,
  filtered,
  isFiltered,
  onDay,
  type TimetableView,
} from '#web/site/offerings/timetable-view.ts'
import { WeekGrid } from '#web/site/offerings/week-grid.tsx'
import { WeekSkeleton } from '#web/site/offerings/week-skeleton.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { WeekNavigator } from '#web/ui/week-navigator.tsx'

interface FilteredWeekProps<Session> {
  kind: OfferingKind
  /** What each part is called, for there may be several weeks on a page. */
  labels: { filters: string; weeks: string; grid: string }
  view: TimetableView
  onView: (view: TimetableView) => void
  week: UseQueryResult<TimetableDay<Session>[]>
  /** One session, as a list item. */
  card: (session: Session) => ReactNode
  /** What stands under a day's sessions. */
  dayFoot?: ReactNode
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
}: FilteredWeekProps<Session>) {
  const [pressedDay, setPressedDay] = useState<string>()
  const day = pressedDay === view.day ? view.day : dayWithSomething(week.data ?? [], view.day)
  const press = (pressed: string) => {
    setPressedDay(pressed)
    onView(onDay(view, pressed))
  }
  return (
    <>
      <FilterRow
        kind={kind}
        label={labels.filters}
        filters={view.filters}
        onChange={filters => onView(filtered(view, filters))}
      />
      <div className="own-calendar-bar">
        <WeekNavigator
          label={labels.weeks}
          monday={mondayOf(view.day)}
          onStep={days => onView(daysOn(view, days))}
        />
      </div>
      {week.data ? (
        <WeekGrid
          kind={kind}
          label={labels.grid}
          week={week.data}
          day={day}
          isOld={week.isPlaceholderData}
          isFilteredOut={isFiltered(view.filters)}
          onDay={press}
          onStep={days => press(addDays(day, days))}
          card={card}
          dayFoot={dayFoot}
        />
      ) : week.isError ? (
        <ErrorPanel onRetry={() => week.refetch()} />
      ) : (
        <WeekSkeleton />
      )}
    </>
  )
}

/** A phone shows one day of a week that is mostly empty: this one if there is something, else the next that has. */
function dayWithSomething(week: TimetableDay<unknown>[], day: string): string {
  const filled = week.filter(({ sessions }) => sessions.length > 0)
  const isWanted = ({ date }: TimetableDay<unknown>) => weekdayOf(date) === weekdayOf(day)
  const next = filled.find(isWanted) ?? filled.find(({ date }) => date > day) ?? filled[0]
  return next?.date ?? day
}
