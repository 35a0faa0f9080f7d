import { Timetable } from './timetable.tsx'

export function ClassesPage() {
  return (
    <div className="page-width timetable-page">
      <Timetable kind="class" heading={<h1 className="heading">Classes</h1>} hasTypes />
    </div>
  )
}
