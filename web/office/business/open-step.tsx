import { home } from '#contract/addresses.ts'
import { Button } from '#web/ui/button.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { useMay } from '../office-session.ts'
import { ListLoading } from '../ui/list-loading.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { useQuestion } from '../ui/question.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { useBusiness, useMailState, useOpenBusiness, usePaymentsCheck, useSteps } from './business-queries.ts'
import { paymentWords } from './set-up-words.ts'
import { ShareSite } from './share-site.tsx'
import { StepList } from './step-list.tsx'

const howToStop =
  'To stop bookings later, pause them under Settings, Business. What is booked stays. To stop one kind of class, untick “Offered” at its type.'

/** Lists the finished steps, with the button that opens the site to visitors. */
export function OpenStep() {
  const steps = useSteps(true)
  const found = useBusiness()
  const { data: payments, isPending: isAsked } = usePaymentsCheck()
  const { data: mail } = useMailState()
  const mayOpen = useMay('business.open')
  const open = useOpenBusiness()
  const [ask, question] = useQuestion()
  const { data } = steps
  const { data: business } = found
  if (business && business.openedAt !== null) {
    return (
      <>
        <p>
          <StateWord is="good">Open for bookings</StateWord>: <a href={home()}>see your site</a> as parents
          do.
        </p>
        {data && <ShareSite name={business.name} address={data.siteAddress} accent={business.accent} />}
        <p>{howToStop}</p>
      </>
    )
  }
  if (!data || !business) {
    const asked = business ? steps : found
    return asked.error ? (
      <NotLoaded error={asked.error} onRetry={asked.refetch} />
    ) : (
      <ListLoading count={8} shape="row" />
    )
  }
  const missing = data.steps.filter(({ isDone, mayWait }) => !isDone && !mayWait)
  const isUnpaid = payments !== undefined && payments.mode !== 'live'
  const press = async () => {
    const answer = await ask({
      title: 'Open for bookings?',
      children: (
        <>
          {isUnpaid && (
            <p className="strong">{paymentWords[payments.mode]}. Families can book, but you are not paid.</p>
          )}
          <p>
            Everybody sees your site and can book from now on. The site stays open, but you can pause
            bookings.
          </p>
          <p>{howToStop}</p>
        </>
      ),
      verb: isUnpaid ? 'Open without being paid' : 'Open for bookings',
    })
    if (!answer) return
    await open.mutateAsync()
    showSuccess('You are open for bookings')
  }
  return (
    <>
      <StepList steps={data.steps} />
      <p>
        <a href={home()} target="_blank" rel="noreferrer">
          Look at your site
        </a>{' '}
        as parents will see it, before you open.
      </p>
      {isUnpaid && (
        <p className="set-up-wants strong" role="note">
          {paymentWords[payments.mode]}. If you open now, families can book but you are not paid.
        </p>
      )}
      {mail?.isPractice && (
        <p className="set-up-wants strong" role="note">
          Mails stay in the practice mailbox. If you open now, parents get neither codes nor confirmations.
        </p>
      )}
      {!mayOpen && <p>The owner opens the business.</p>}
      {mayOpen && missing.length > 0 && (
        <p>
          {missing.length === 1 ? 'One step is' : `${missing.length} steps are`} missing before you can open.
        </p>
      )}
      {mayOpen && missing.length === 0 && (
        <p>
          {/* Waits until it is known whether anything must be asked first. */}
          <Button isBusy={open.isPending || isAsked} onClick={() => void press().catch(() => {})}>
            Open for bookings
          </Button>
        </p>
      )}
      {question}
    </>
  )
}
