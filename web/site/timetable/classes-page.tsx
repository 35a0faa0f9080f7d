import { lazy, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '#web/when-idle.ts'
import { Timetable } from './timetable.tsx'

const ClassWords = lazy(() => import('./class-words.tsx').then(file => ({ default: file.ClassWords })))

export function ClassesPage() {
  // Below what people come for, and so after it.
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => whenIdle(() => setIsIdle(true)), [])
  return (
    <div className="page-width timetable-page">
      <Timetable kind="class" heading={<h1 className="heading">Classes</h1>} hasTypes />
      <Suspense>{isIdle && <ClassWords kind="class" />}</Suspense>
    </div>
  )
}
