import './set-up.css'
import { Circle, CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { home } from '#contract/addresses.ts'
import * as addresses from '#contract/office/addresses.ts'
import { setUpSteps } from '#domain/office/business-rules.ts'
import { businessSentences } from '#domain/office/business-sentences.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useNavigate } from '#web/navigation/router.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { useAddressOf } from '../office-page.ts'
import { useMe } from '../office-session.ts'
import { ListLoading } from '../ui/list-loading.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { useBusiness, useSteps } from './business-queries.ts'
import { ChoosePreset } from './choose-preset.tsx'
import { DetailsForm } from './details-form.tsx'
import { ListInStep } from './list-in-step.tsx'
import { LookForm } from './look-form.tsx'
import { MailStep } from './mail-step.tsx'
import { OpenStep } from './open-step.tsx'
import { ParentsView } from './parents-view.tsx'
import { PaymentsStep } from './payments-step.tsx'
import { listsOfStep, pagesOfStep, stepTitles } from './set-up-steps.ts'
import { stepLeads } from './set-up-words.ts'
import { TaxForm } from './tax-form.tsx'
import { TextsStep } from './texts-step.tsx'

const steps = [...setUpSteps, 'open'] as const
type Step = (typeof steps)[number]

/** The steps that a preset fills, wholly or in part. */
const mayBeginWithPreset: Step[] = ['business', 'venues', 'classes']

const sign = { 'aria-hidden': true, className: 'sign' } as const

/**
 * The set-up, from an empty installation to an open business: steps in any order, each saved by itself (spec 3 §2.4).
 */
export function SetUpPage() {
  const { step: asked } = useAddressOf(addresses.setUp)
  const step = steps.find(one => one === asked) ?? 'business'
  const { data } = useSteps(true)
  const isOpen = useBusiness().data?.openedAt != null
  const isDone = (one: Step) =>
    one === 'open' ? isOpen : data?.steps.some(known => known.step === one && known.isDone) === true
  const { wants, mayWait } = data?.steps.find(known => known.step === step) ?? {}
  const mayWaitAt = (one: Step) =>
    data?.steps.some(known => known.step === one && known.mayWait && !known.isDone)
  const after = steps.slice(steps.indexOf(step) + 1)
  const next = after[0]
  // Skips the steps that are done.
  const goOn = () => navigate(addresses.setUp({ step: after.find(one => !isDone(one)) ?? next ?? step }))
  const navigate = useNavigate()
  const list = useRef<HTMLOListElement>(null)
  const areSaid = data !== undefined
  // On a phone the steps are in one row. Scrolls to the current step, again when the states of the others have loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each step, and once the states have loaded.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [step, areSaid])
  return (
    <>
      <PageHead
        title="Set up your business"
        action={
          <a href={home()} target="_blank" rel="noreferrer" className="button button-secondary">
            Look at your site
          </a>
        }
      />
      <div className="set-up">
        <nav aria-label="Steps">
          <ol ref={list} className="set-up-steps">
            {steps.map(one => (
              <li key={one}>
                <PageLink
                  to={addresses.setUp({ step: one })}
                  aria-current={one === step ? 'step' : undefined}
                >
                  {isDone(one) ? <CircleCheck {...sign} /> : <Circle {...sign} />} {stepTitles[one]}
                  {mayWaitAt(one) && <span className="quiet"> · can wait</span>}
                  {isDone(one) && <span className="sr-only">, done</span>}
                </PageLink>
              </li>
            ))}
          </ol>
        </nav>
        <section aria-labelledby="step-title" className="stack">
          <h2 id="step-title" tabIndex={-1} data-arrival>
            {stepTitles[step]}
          </h2>
          <p className="quiet">{stepLeads[step]}</p>
          {wants && (
            <p className={mayWait ? 'quiet' : 'set-up-wants'}>
              {mayWait ? 'You can open without it' : 'Missing before you can open'}: {wants}
            </p>
          )}
          {!isOpen && mayBeginWithPreset.includes(step) && <ChoosePreset />}
          <StepBody key={step} step={step} onDone={goOn} />
          {next && (
            <p>
              <LinkButton look="secondary" to={addresses.setUp({ step: next })}>
                Next: {stepTitles[next]}
              </LinkButton>
            </p>
          )}
        </section>
        <ParentsView step={step} />
      </div>
    </>
  )
}

function StepBody({ step, onDone }: { step: Step; onDone: () => void }) {
  const { data: business, error, refetch } = useBusiness()
  const isOwner = useMe()?.role === 'owner'
  const lists = listsOfStep[step]
  if (lists) return lists.map(list => <ListInStep key={list} list={list} />)
  const links = pagesOfStep[step]
  if (links) {
    return (
      <ul className="set-up-links">
        {links.map(([label, to]) => (
          <li key={to}>
            <LinkButton to={to} look="secondary">
              {label}
            </LinkButton>
          </li>
        ))}
      </ul>
    )
  }
  if (step === 'money') return <p>Times are London’s. Prices are in pounds.</p>
  if (step === 'payments') return <PaymentsStep />
  if (step === 'mail') return <MailStep onArrived={onDone} />
  if (step === 'texts') return <TextsStep />
  if (step === 'open') return <OpenStep />
  if (!business) {
    return error ? <NotLoaded error={error} onRetry={refetch} /> : <ListLoading count={5} shape="row" />
  }
  if (step === 'business') return <DetailsForm business={business} onSaved={onDone} />
  if (step === 'look') return <LookForm business={business} onSaved={onDone} />
  if (!isOwner) return <p>{businessSentences.vatIsTheOwners}.</p>
  return (
    <>
      <p className="quiet">If you are not registered, leave the box empty and press Save.</p>
      <TaxForm business={business} onSaved={onDone} />
    </>
  )
}
