import { lazy, Suspense } from 'react'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { useHasEngaged } from '#web/ui/has-engaged.ts'
import { Timetable } from './timetable.tsx'

const ClassWords = lazy(() => import('./class-words.tsx').then(file => ({ default: file.ClassWords })))

export function ClassesPage() {
  // The text is at the bottom, so it loads after the timetable.
  const hasEngaged = useHasEngaged()
  return (
    <div className="page-width timetable-page">
      <Timetable kind="class" heading={<h1 className="heading">Classes</h1>} hasTypes />
      <ErrorBoundary>
        <Suspense>{hasEngaged && <ClassWords kind="class" />}</Suspense>
      </ErrorBoundary>
    </div>
  )
}
