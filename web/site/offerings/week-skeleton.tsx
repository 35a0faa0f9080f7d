import { Skeleton } from '#web/ui/skeleton.tsx'

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const cards = [1, 2, 3, 4, 5]

/** A week that is on its way, in the shape it will have. */
export function WeekSkeleton() {
  return (
    <div className="week" role="status">
      <span className="sr-only">Loading the timetable</span>
      <div className="day-strip">
        <Skeleton shape="row" />
      </div>
      <div className="week-days">
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
    </div>
  )
}
