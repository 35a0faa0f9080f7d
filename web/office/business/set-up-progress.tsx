import './set-up.css'
import { setUp } from '#contract/office/addresses.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useSteps } from './business-queries.ts'
import { stepWords } from './set-up-words.ts'

/** On Today, until the business is open: how far it is, and what comes next. */
export function SetUpProgress() {
  const { data } = useSteps()
  if (!data || data.isOpen) return null
  const done = data.steps.filter(({ isDone }) => isDone).length
  const next = data.steps.find(({ isDone }) => !isDone)?.step ?? 'open'
  return (
    <section aria-label="Setting up" className="set-up-progress">
      <progress max={data.steps.length} value={done} aria-label="Steps that are done" />
      <p>
        {done} of {data.steps.length} steps to open for bookings are done. Next:{' '}
        <PageLink to={setUp({ step: next })}>{stepWords[next].title}</PageLink>
      </p>
    </section>
  )
}
