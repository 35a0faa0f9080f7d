import './set-up-progress.css'
import { setUp } from '#contract/office/addresses.ts'
import { useLocation } from '#web/navigation/router.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { useNextStep, useSteps } from './business-queries.ts'
import { pagesOfStep, stepTitles } from './set-up-steps.ts'

/** Shows the progress of the set-up on every other page until the business is open, with a link to the next step. */
export function SetUpProgress() {
  const { pathname } = useLocation()
  const isThere = pathname.startsWith(setUp({ step: '' }))
  const { data } = useSteps()
  const next = useNextStep()
  if (isThere || !data || !next) return null
  // The steps that are needed to open, and opening itself.
  const needed = data.steps.filter(({ mayWait }) => !mayWait)
  const done = needed.filter(({ isDone }) => isDone).length
  const all = needed.length + 1
  return (
    <section aria-label="Setting up" className="set-up-progress no-print">
      <progress max={all} value={done} aria-label="Steps that are done" />
      <p>
        {done} of {all} steps to open for bookings are done.
      </p>
      <LinkButton look="secondary" size="small" to={setUp({ step: next })}>
        {/* On a page that belongs to the step, the link leads back to the step. */}
        {pagesOfStep[next]?.some(([, to]) => to === pathname) ? 'Back to' : 'Next'}: {stepTitles[next]}
      </LinkButton>
    </section>
  )
}
