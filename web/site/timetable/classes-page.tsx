import { Timetable } from './timetable.tsx'

export function ClassesPage() {
  return (
    <div className="page-width timetable-page">
      <h1 className="heading">Classes</h1>
      <Timetable kind="class" hasTypes />
    </div>
  )
}
