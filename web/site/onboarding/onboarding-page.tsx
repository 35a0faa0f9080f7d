import './onboarding-page.css'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import * as addresses from '#contract/addresses.ts'
import type { contract } from '#contract/contract.ts'
import type { CallOutput } from '#contract/wire.ts'
import { sentences } from '#domain/sentences.ts'
import { isStillAt } from '#web/is-still-at.ts'
import { useGoBack } from '#web/navigation/go-to.ts'
import { useGoOn } from '#web/navigation/pending-action.ts'
import { useNavigate } from '#web/navigation/router.tsx'
import { NewEmail } from '#web/site/accounts/new-email.tsx'
import { useProfile } from '#web/site/accounts/profile-query.ts'
import { SignInFrame } from '#web/site/accounts/sign-in-frame.tsx'
import { ChildForm } from '#web/site/children/child-form.tsx'
import { useChildren, useSaveChild } from '#web/site/children/queries.ts'
import { WaitingClass } from '#web/site/children/waiting-class.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { forgetDraft, keepDraft, readDraft } from '#web/ui/forms/form-draft.ts'
import { showSuccess } from '#web/ui/messages.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { OnboardingDetails } from './onboarding-details.tsx'
import { OnboardingOrigin } from './onboarding-origin.tsx'

type Account = CallOutput<typeof contract.accounts.profile>

const titles = ['Sign up', 'Add a Child', 'Complete'] as const

/** Three steps after registering (spec 1 §2). The step outlives a reload. */
export function OnboardingPage() {
  const { data: account, isError, refetch } = useProfile()
  if (account) return <Steps account={account} />
  return (
    <SignInFrame title="Welcome">{isError ? <ErrorPanel onRetry={refetch} /> : <TextSkeleton />}</SignInFrame>
  )
}

function Steps({ account }: { account: Account }) {
  const stepKey = `${account.id}.onboarding-step`
  const [step, setStep] = useState(() => Number(readDraft(stepKey) ?? 0))
  const addChild = useSaveChild()
  const goBack = useGoBack()
  const goOn = useGoOn()
  const page = useRef<HTMLDivElement>(null)
  const shownStep = useRef(step)
  useEffect(() => {
    if (shownStep.current === step) return
    shownStep.current = step
    window.scrollTo(0, 0)
    page.current?.focus({ preventScroll: true })
  }, [step])

  // A parent with a child has finished these steps, and returns to change the address.
  const isBack = (useChildren().data?.length ?? 0) > 0
  const navigate = useNavigate()
  const goToStep = (next: number) => {
    keepDraft(stepKey, String(next))
    setStep(next)
  }
  const finish = (form: HTMLFormElement) => {
    forgetDraft(stepKey)
    if (isStillAt(form, addresses.onboarding) && !goOn()) goBack(3, addresses.home())
  }
  const stepper = (
    <>
      <Stepper step={step} />
      {step > 0 && account.newEmail && (
        <div className="new-email">
          <NewEmail account={account} />
        </div>
      )}
    </>
  )
  let content: ReactNode
  if (step === 0) {
    content = (
      <SignInFrame
        above={!isBack && stepper}
        title={`Hello, ${account.firstName}`}
        intro="Where do you live?"
      >
        <OnboardingDetails
          account={account}
          onSaved={form => {
            if (!isBack) goToStep(1)
            else if (isStillAt(form, addresses.onboarding)) navigate(addresses.details())
          }}
        />
      </SignInFrame>
    )
  } else if (step === 1) {
    content = (
      <SignInFrame
        above={stepper}
        title="Who is coming along?"
        intro="Our teachers read this before the first class, so that your child is safe and at ease."
        isOpen
      >
        <WaitingClass />
        <ChildForm
          kind="onboarding"
          account={account}
          onSend={addChild.mutateAsync}
          onSent={() => {
            showSuccess(sentences.addSuccess)
            goToStep(2)
          }}
          submitLabel="Save and go on"
        />
      </SignInFrame>
    )
  } else {
    content = (
      <SignInFrame above={stepper} title="Nearly done" intro="Two short questions, and off you go.">
        <OnboardingOrigin onSaved={finish} />
      </SignInFrame>
    )
  }
  return (
    <div ref={page} tabIndex={-1}>
      {content}
    </div>
  )
}

function Stepper({ step }: { step: number }) {
  return (
    <ol className="steps" aria-label="Steps">
      {titles.map((title, index) => (
        <li
          key={title}
          aria-current={index === step ? 'step' : undefined}
          data-is-done={index < step || undefined}
        >
          {title}
          {index < step && <span className="sr-only"> (done)</span>}
        </li>
      ))}
    </ol>
  )
}
