import { Skeleton } from '#web/ui/skeleton.tsx'

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const cards = [1, 2, 3, 4, 5]

/** The placeholder of a week's days. */
export const DaysSkeleton = () => (
  <div className="week-days" role="status">
    <span className="sr-only">Loading the timetable</span>
    {days.map((day, index) => (
      <div key={day} className="day" data-shown={index === 0 || undefined}>
        <Skeleton className="day-skeleton" />
        <div className="day-sessions">
          {cards.map(card => (
            <Skeleton key={card} className="session-skeleton" />
          ))}
        </div>
      </div>
    ))}
  </div>
)
