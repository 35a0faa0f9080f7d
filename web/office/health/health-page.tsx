import './health-page.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import type { health } from '#contract/office/health.ts'
import type { CallOutput } from '#contract/wire.ts'
import { momentInLondon } from '#domain/calendar.ts'
import { counted } from '#domain/counted.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useToday } from '#web/today.tsx'
import { fullMoment } from '#web/ui/british-dates.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Money } from '#web/ui/money.tsx'
import { hookWords, paymentWords } from '../business/set-up-words.ts'
import { settingsTabs } from '../business/settings-tabs.ts'
import { useOfficeApi } from '../office-api.ts'
import { ListLoading } from '../ui/list-loading.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { chainQuery, healthQuery, useRetryJob, useRunAudit } from './health-queries.ts'
import { unbroken } from './log-words.ts'

const brokenRules = (count: number) => (count === 1 ? '1 rule is broken' : `${count} rules are broken`)
const refundsFailed = (count: number) => counted(count, 'refund failed', 'refunds failed')
const momentOf = (instant: string) => fullMoment(momentInLondon(new Date(instant)))

/** Shows the state of everything that runs by itself, and what to do about failures. */
export function HealthPage() {
  const { data, isPending, error, refetch } = useQuery(healthQuery(useOfficeApi()))
  return (
    <>
      <PageHead title="Health" tabs={settingsTabs} />
      {error && !data && <NotLoaded error={error} onRetry={refetch} />}
      {isPending && <ListLoading count={6} shape="row" />}
      {data && (
        <>
          <ToDo data={data} />
          <h2 className="above-l">In detail, for the person who looks after your server</h2>
          <Details data={data} />
        </>
      )}
    </>
  )
}

const Details = ({ data }: HealthProps) => (
  <div className="health">
    <LogPart />
    <AuditPart data={data} />
    <JobsPart data={data} />
    <PaymentsPart data={data} />
    <MailPart data={data} />
    <TasksPart data={data} />
  </div>
)

interface HealthProps {
  data: CallOutput<typeof health.get>
}

/** Says in sentences what somebody has to do, or that there is nothing. */
function ToDo({ data }: HealthProps) {
  const found = data.lastAudit?.broken.length ?? 0
  const { refused } = data.mails
  const things: ReactNode[] = [
    data.payments !== 'live' && (
      <>
        {paymentWords[data.payments]}.{' '}
        <PageLink to={addresses.setUp({ step: 'payments' })}>See how cards are connected</PageLink>.
      </>
    ),
    ...data.mismatched.map(({ orderNumber, amountPence, askedPence }) => (
      <>
        <Money pence={amountPence} /> came in where <Money pence={askedPence} /> was asked for.{' '}
        <PageLink to={addresses.order({ number: orderNumber })}>Decide on order {orderNumber}</PageLink>.
      </>
    )),
    ...data.refundsFailed.map(({ orderNumber, amountPence }) => (
      <>
        <Money pence={amountPence} /> could not be refunded.{' '}
        <PageLink to={addresses.order({ number: orderNumber })}>
          Try again or give it back in another way, on order {orderNumber}
        </PageLink>
        .
      </>
    )),
    ...data.jobs.map(({ what, attempts, dueAt }) => (
      <>
        “{what}” did not work, tried {attempts === 1 ? 'once' : `${attempts} times`}. It is tried again on{' '}
        {momentOf(dueAt)}. If it is still here tomorrow, tell the person who looks after your server.
      </>
    )),
    refused > 0 &&
      `${counted(refused, 'email was', 'emails were')} not delivered in the last 24 hours. The address may be wrong: ring those families.`,
    found > 0 &&
      `The nightly check found ${counted(found, 'rule', 'rules')} that ${found === 1 ? 'does' : 'do'} not hold. Tell the person who looks after your server. What is booked and paid stays as it is.`,
    data.work.some(({ standsStill }) => standsStill) &&
      'Something that should run by itself has stopped. Tell the person who looks after your server.',
  ].filter(Boolean)
  return (
    <section aria-labelledby="health-to-do" className="stack gap-s">
      <h2 id="health-to-do">What to do</h2>
      {things.length === 0 && <StateWord is="good">Nothing: all is well</StateWord>}
      <ul className="health-to-do">
        {things.map((thing, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the sentences have no other identity.
          <li key={at}>{thing}</li>
        ))}
      </ul>
    </section>
  )
}

/** Shows the last audit, with a button to run it. */
function AuditPart({ data }: HealthProps) {
  const audit = useRunAudit()
  return (
    <Part
      title="Audit"
      isWell={data.lastAudit !== null && data.lastAudit.broken.length === 0}
      well="No rule is broken"
      ill={data.lastAudit ? brokenRules(data.lastAudit.broken.length) : 'Not run yet'}
    >
      {data.lastAudit && (
        <p className="quiet">
          {momentOf(data.lastAudit.at)}
          {data.lastAudit.by ? ` by ${data.lastAudit.by}` : ' by itself'}, {data.lastAudit.rules} rules in{' '}
          {(data.lastAudit.milliseconds / 1000).toFixed(1)} s
        </p>
      )}
      {data.lastAudit?.broken.map(({ number, rule, violations, examples }) => (
        <p key={rule}>
          {number}. {rule}: {violations} ({examples.join('; ')})
        </p>
      ))}
      <Button look="secondary" size="small" isBusy={audit.isPending} onClick={() => audit.mutate()}>
        Run now
      </Button>
    </Part>
  )
}

/** Lists the jobs that fail or are late. */
function JobsPart({ data }: HealthProps) {
  const retry = useRetryJob()
  return (
    <Part
      title="Jobs"
      isWell={data.jobs.length === 0}
      well="Nothing is failing or late"
      ill={data.jobsInAll === 1 ? '1 fails or is late' : `${data.jobsInAll} fail or are late`}
    >
      <ul className="health-list">
        {data.jobs.map(job => (
          <li key={job.id}>
            <span>
              <span className="strong">{job.what}</span>, tried{' '}
              {job.attempts === 1 ? 'once' : `${job.attempts} times`}, next {momentOf(job.dueAt)}
              {job.lastError && <span className="quiet"> {job.lastError}</span>}
            </span>
            <Button
              look="secondary"
              size="small"
              isBusy={retry.isPending && retry.variables === job.id}
              onClick={() => retry.mutate(job.id)}
            >
              Try again
            </Button>
          </li>
        ))}
      </ul>
      {data.jobs.length < data.jobsInAll && (
        <p className="quiet">
          {data.jobs.length} of {data.jobsInAll} are shown: the others follow as these are done.
        </p>
      )}
    </Part>
  )
}

/** Shows payments that do not match, and refunds that failed. */
const PaymentsPart = ({ data }: HealthProps) => (
  <Part
    title="Payments"
    isWell={data.mismatched.length + data.refundsFailed.length === 0 && data.payments === 'live'}
    well={data.lastPaymentAt ? `The last one came in on ${momentOf(data.lastPaymentAt)}` : 'None yet'}
    ill={
      data.mismatched.length > 0
        ? counted(data.mismatchedInAll, 'payment differs from its order', 'payments differ from their orders')
        : data.refundsFailed.length > 0
          ? refundsFailed(data.refundsFailed.length)
          : paymentWords[data.payments]
    }
  >
    <p className="quiet">{hookWords(data.lastHookAt)}</p>
    {data.payments !== 'live' && (
      <p>
        <LinkButton look="secondary" size="small" to={addresses.setUp({ step: 'payments' })}>
          How cards are connected
        </LinkButton>
      </p>
    )}
    <ul className="health-list">
      {data.mismatched.map(({ orderNumber, amountPence, at }) => (
        <li key={orderNumber}>
          <PageLink to={addresses.order({ number: orderNumber })}>{orderNumber}</PageLink>
          <span>
            <Money pence={amountPence} /> since {momentOf(at)}
          </span>
        </li>
      ))}
    </ul>
    {data.refundsFailed.length > 0 && (
      <ul className="health-list" aria-label="Refunds that failed">
        {data.refundsFailed.map(({ id, orderNumber, amountPence, at }) => (
          <li key={id}>
            <PageLink to={addresses.order({ number: orderNumber })}>{orderNumber}</PageLink>
            <span>
              <Money pence={amountPence} /> could not be refunded since {momentOf(at)}
            </span>
          </li>
        ))}
      </ul>
    )}
    {data.mismatched.length < data.mismatchedInAll && (
      <PageLink to={`${addresses.orders()}?state=differs`}>All {data.mismatchedInAll}</PageLink>
    )}
  </Part>
)

/** Counts the mails of the last 24 hours. */
const MailPart = ({ data }: HealthProps) => (
  <Part
    title="Mail of the last 24 hours"
    isWell={data.mails.refused === 0}
    well={
      data.mails.arePractised
        ? `${data.mails.waiting} in the practice mailbox`
        : `${data.mails.sent} sent, ${data.mails.waiting} waiting`
    }
    ill={`${data.mails.refused} given up, ${data.mails.sent} sent, ${data.mails.waiting} waiting`}
  />
)

/** Shows when each background task last ran. */
const TasksPart = ({ data }: HealthProps) => (
  <Part
    title="Background tasks of this server"
    isWell={!data.work.some(({ standsStill }) => standsStill)}
    well="When each last ran"
    ill="Something has stopped"
  >
    <ul className="health-list">
      {data.work.map(({ name, at, standsStill }) => (
        <li key={name}>
          <span>{name}</span>
          <span className="figures quiet">
            {standsStill && 'has not run since '}
            {momentOf(at)}
          </span>
        </li>
      ))}
    </ul>
  </Part>
)

function LogPart() {
  const { data: chain, error, refetch } = useQuery(chainQuery(useOfficeApi()))
  const today = useToday()
  if (error && !chain) return <NotLoaded error={error} onRetry={refetch} />
  if (!chain) return <ListLoading count={1} shape="row" />
  const { since, broken } = chain
  return (
    <Part title="Log" isWell={broken.length === 0} well={unbroken(since, today)} ill="The chain is broken">
      {broken.length > 0 && (
        <p>
          Somebody changed the log without the office, at: {broken.join(', ')}.{' '}
          <PageLink to={addresses.log()}>Open the log</PageLink>
        </p>
      )}
    </Part>
  )
}

function Part({
  title,
  isWell,
  well,
  ill,
  children,
}: {
  title: string
  isWell: boolean
  well: string
  ill: string
  children?: ReactNode
}) {
  return (
    <section className="health-part">
      <h3 className="subheading">{title}</h3>
      <p>
        <StateWord is={isWell ? 'good' : 'look'}>{isWell ? well : ill}</StateWord>
      </p>
      {children}
    </section>
  )
}
