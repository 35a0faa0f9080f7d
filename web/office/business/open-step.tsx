import { home } from '#contract/addresses.ts'
import { setUp } from '#contract/office/addresses.ts'
import { mayOpenWithout } from '#domain/office/business-rules.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { useMay } from '../office-session.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { useQuestion } from '../ui/question.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { useOpenBusiness, useSteps } from './business-queries.ts'
import { stepWords } from './set-up-words.ts'

/** The list of what is done, and the press that lets visitors in. */
export function OpenStep() {
  const { data, error, refetch } = useSteps()
  const mayOpen = useMay('business.open')
  const open = useOpenBusiness()
  const [ask, question] = useQuestion()
  if (!data) return error && <NotLoaded error={error} onRetry={refetch} />
  if (data.isOpen) {
    return (
      <p>
        <StateWord is="good">Open for bookings</StateWord>: <a href={home()}>see your site</a> as parents do.
      </p>
    )
  }
  const missing = data.steps.filter(({ step, isDone }) => !isDone && !mayOpenWithout.includes(step))
  const press = async () => {
    const answer = await ask({
      title: 'Open for bookings?',
      children: <p>Everybody sees your site and can book from now on. This cannot be undone.</p>,
      verb: 'Open for bookings',
    })
    if (answer) open.mutate(undefined, { onSuccess: () => showSuccess('You are open for bookings') })
  }
  return (
    <>
      <ul className="set-up-list">
        {data.steps.map(({ step, isDone, wants }) => (
          <li key={step}>
            <StateWord is={isDone ? 'good' : mayOpenWithout.includes(step) ? 'open' : 'look'}>
              <PageLink to={setUp({ step })}>{stepWords[step].title}</PageLink>
            </StateWord>
            {wants && <span className="quiet"> {wants}</span>}
          </li>
        ))}
      </ul>
      {!mayOpen && <p>The owner opens the business.</p>}
      {mayOpen && missing.length > 0 && (
        <p>
          {missing.length === 1 ? 'One step is' : `${missing.length} steps are`} missing before you can open.
        </p>
      )}
      {mayOpen && missing.length === 0 && (
        <p>
          <Button isBusy={open.isPending} onClick={() => void press()}>
            Open for bookings
          </Button>
        </p>
      )}
      {question}
    </>
  )
}
