import './set-up.css'
import { setUp } from '#contract/office/addresses.ts'
import type { OfficeApi } from '#contract/office/client.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { stepTitles } from './set-up-steps.ts'

type Steps = Awaited<ReturnType<OfficeApi['business']['steps']>>['steps']

/** Lists the steps of the set-up: which are done, which are missing, with a link to each. */
export const StepList = ({ steps }: { steps: Steps }) => (
  <ul className="set-up-list">
    {steps.map(({ step, isDone, wants, mayWait }) => (
      <li key={step}>
        <StateWord is={isDone ? 'good' : 'open'}>
          <PageLink to={setUp({ step })}>{stepTitles[step]}</PageLink>
        </StateWord>
        {isDone && <span className="sr-only">, done</span>}
        {wants && (
          <span className="quiet">
            {' '}
            {wants}
            {mayWait && ' (can wait)'}
          </span>
        )}
      </li>
    ))}
  </ul>
)
