import './today-page.css'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import { addDays } from '#domain/calendar.ts'
import { marksInWords } from '#domain/office/marks.ts'
import { workingDaysSince } from '#domain/office/people.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useToday } from '#web/today.tsx'
import { spokenDate, timeRange } from '#web/ui/british-dates.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { useBusiness, useSteps } from '../business/business-queries.ts'
import { paymentWords } from '../business/set-up-words.ts'
import { StepList } from '../business/step-list.tsx'
import { useOfficeApi } from '../office-api.ts'
import { CancelledBy } from '../ui/cancelled-by.tsx'
import { KeyFigure, KeyFigures } from '../ui/key-figures.tsx'
import { ListLoading } from '../ui/list-loading.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { useDelayed } from '../ui/office-list.ts'
import { PageHead } from '../ui/page-head.tsx'
import { PermittedLink } from '../ui/permitted-link.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { todayQuery } from './today-queries.ts'

/** Lists the waiting work. Counts of zero are left out. */
export function TodayPage() {
  const today = useToday()
  const { data, isPending, error, refetch } = useQuery(todayQuery(useOfficeApi()))
  const isSlow = useDelayed(isPending)
  const { sessions = [], thin = [] } = { sessions: data?.sessions ?? [], thin: data?.thin ?? [] }
  const business = useBusiness().data
  const isOpen = business?.openedAt !== null
  const toOpen = useSteps().data
  const needs = data ? whatNeedsSomebody(data, today, isOpen) : []
  const news = data?.newOrders ?? 0
  const isQuiet = data && isOpen && news + needs.length + sessions.length + thin.length === 0
  return (
    <>
      <PageHead title={spokenDate(today, today)} />
      {business?.pausedAt && (
        <p>
          <StateWord is="look">Bookings are paused</StateWord>: “{business.pauseText}”{' '}
          <PermittedLink to={addresses.business()}>Pause or resume</PermittedLink>
        </p>
      )}
      {error && !data && <NotLoaded error={error} onRetry={refetch} />}
      {isSlow && <ListLoading count={5} shape="row" />}
      {isQuiet && <EmptyState title="Nothing needs you today" />}
      {data && <InShort data={data} today={today} isOpen={isOpen} />}
      <div className="today">
        {toOpen && !toOpen.isOpen && (
          <section>
            <h2>Before you open</h2>
            <StepList steps={toOpen.steps} />
          </section>
        )}
        {needs.length > 0 && (
          <section>
            <h2>To look into</h2>
            <ul className="today-needs">
              {needs.map(({ text, to }) => (
                <li key={text}>
                  <TriangleAlert aria-hidden="true" className="sign" />
                  <PermittedLink to={to}>{text}</PermittedLink>
                </li>
              ))}
            </ul>
          </section>
        )}
        {sessions.length > 0 && (
          <Sessions title="Classes today" sessions={sessions}>
            {sessions.length < (data?.sessionsInAll ?? 0) && (
              <PageLink to={addresses.registers()}>All {data?.sessionsInAll} of today</PageLink>
            )}
          </Sessions>
        )}
        {sessions.length === 0 && data?.next && (
          <p>
            <LinkButton to={`${addresses.registers()}?date=${data.next}`} look="secondary">
              Next: {spokenDate(data.next, today)} <span aria-hidden="true">→</span>
            </LinkButton>
          </p>
        )}
        {news > 0 && (
          <section>
            <h2>News</h2>
            <p>
              <PageLink to={`${addresses.orders()}?days=paid&from=${addDays(today, -1)}`}>
                {news === 1 ? '1 new order' : `${news} new orders`}
              </PageLink>{' '}
              since yesterday
            </p>
          </section>
        )}
        {thin.length > 0 && (
          <Sessions title="Less than a third full" sessions={thin} today={today}>
            {thin.length < (data?.thinInAll ?? 0) && (
              <PageLink to={`${addresses.planner()}?view=list&only=underThird`}>
                {thin.length} of {data?.thinInAll} in two weeks: all, week by week
              </PageLink>
            )}
          </Sessions>
        )}
      </div>
    </>
  )
}

/** Shows what an owner asks first: how full today is, who is here, what came in, and whether the month is better. */
function InShort({
  data: { sessionsInAll, ofToday, moneyToday, moneyMonth },
  today,
  isOpen,
}: {
  data: TodayData
  today: string
  isOpen: boolean
}) {
  if (sessionsInAll === null && !moneyToday) return null
  // Before the business opens, rows of zeros would stand before what there is to do.
  if (!isOpen && !sessionsInAll && !moneyToday?.receivedPence && !moneyMonth?.netPence) return null
  return (
    <KeyFigures>
      {ofToday && (
        <KeyFigure label="Classes today">
          <PageLink to={addresses.registers()}>{ofToday.sessions}</PageLink>
        </KeyFigure>
      )}
      {ofToday && ofToday.capacity > 0 && (
        <KeyFigure label="Places taken today">
          {ofToday.taken}/{ofToday.capacity}
        </KeyFigure>
      )}
      {ofToday && ofToday.here > 0 && <KeyFigure label="Here now">{ofToday.here}</KeyFigure>}
      {ofToday && ofToday.waiting > 0 && <KeyFigure label="Waiting for today">{ofToday.waiting}</KeyFigure>}
      {moneyToday && (
        <KeyFigure label="Received today">
          <PageLink to={`${addresses.money()}?period=days&from=${today}&to=${today}`}>
            <Money pence={moneyToday.receivedPence} />
          </PageLink>
        </KeyFigure>
      )}
      {moneyToday && moneyToday.backPence > 0 && (
        <KeyFigure label="Refunded today">
          <Money pence={moneyToday.backPence} />
        </KeyFigure>
      )}
      {moneyMonth && (
        <KeyFigure label="Takings this month">
          <PageLink to={`${addresses.money()}?period=month`}>
            <Money pence={moneyMonth.netPence} />
          </PageLink>
        </KeyFigure>
      )}
      {moneyMonth && moneyMonth.beforePence !== 0 && (
        <KeyFigure label="Last month by this day">
          <Money pence={moneyMonth.beforePence} />
        </KeyFigure>
      )}
    </KeyFigures>
  )
}

type TodayData = NonNullable<ReturnType<typeof useTodayData>>
const useTodayData = () => useQuery(todayQuery(useOfficeApi())).data

function whatNeedsSomebody(
  {
    sessions,
    missing,
    unpaid,
    toSend,
    openEnquiries,
    failing,
    refunds,
    disputes,
    askedRefunds,
    toRing,
    expectedLate,
    payments,
  }: TodayData,
  today: string,
  isOpen: boolean,
) {
  const many = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`
  const { count = 0, oldest } = openEnquiries ?? {}
  const notTaken = sessions?.filter(session => session.isNotTaken).length ?? 0
  const days = oldest ? workingDaysSince(oldest, today) : 0
  return [
    isOpen && payments && payments !== 'live'
      ? { text: paymentWords[payments], to: addresses.setUp({ step: 'payments' }) }
      : undefined,
    failing
      ? {
          text: `${many(failing, 'problem', 'problems')} to look at: which, and what to do`,
          to: addresses.health(),
        }
      : undefined,
    notTaken > 0
      ? { text: `${many(notTaken, 'register is', 'registers are')} not taken yet`, to: addresses.registers() }
      : undefined,
    missing
      ? {
          text: `${many(missing, 'child is', 'children are')} not here. Ring the parents`,
          to: addresses.registers(),
        }
      : undefined,
    askedRefunds
      ? {
          text: `${many(askedRefunds, 'refund is asked for', 'refunds are asked for')}`,
          to: `${addresses.orders()}?needs=asked`,
        }
      : undefined,
    disputes
      ? {
          text: `${many(disputes, 'payment is disputed. Answer it', 'payments are disputed. Answer them')} at Stripe`,
          to: `${addresses.orders()}?needs=disputed`,
        }
      : undefined,
    refunds && refunds.failed > 0
      ? {
          text: `${many(refunds.failed, 'refund needs you', 'refunds need you')}`,
          to: `${addresses.orders()}?needs=refundFailed`,
        }
      : undefined,
    refunds && refunds.waiting > 0
      ? {
          text: `${many(refunds.waiting, 'refund waits', 'refunds wait')} for your Stripe balance. Top it up or wait for sales`,
          to: `${addresses.orders()}?needs=refundWaiting`,
        }
      : undefined,
    toRing
      ? {
          text: `${many(toRing, 'guest has no email address. Ring them', 'guests have no email address. Ring them')}`,
          to: `${addresses.orders()}?needs=toRing`,
        }
      : undefined,
    expectedLate
      ? {
          text: `${many(expectedLate, 'payment that is expected has', 'payments that are expected have')} not come in time`,
          to: `${addresses.orders()}?needs=expectedLate`,
        }
      : undefined,
    unpaid && unpaid.endWithinTheHour > 0
      ? {
          text: `${many(unpaid.count, 'order is', 'orders are')} unpaid, ${many(unpaid.endWithinTheHour, 'ends', 'end')} within the hour`,
          to: `${addresses.orders()}?state=unpaid`,
        }
      : undefined,
    toSend
      ? { text: `${many(toSend, 'order waits', 'orders wait')} to be sent`, to: addresses.toSend() }
      : undefined,
    count > 0
      ? {
          text: `${many(count, 'enquiry waits', 'enquiries wait')}${days > 0 ? `, the oldest for ${many(days, 'working day', 'working days')}` : ''}`,
          to: addresses.enquiries(),
        }
      : undefined,
  ].filter(need => need !== undefined)
}

function Sessions({
  title,
  sessions,
  today,
  children,
}: {
  title: string
  sessions: NonNullable<TodayData['sessions']>
  /** Given if not all of them are today. */
  today?: string
  children?: ReactNode
}) {
  return (
    <section>
      <h2>{title}</h2>
      <ul className="today-sessions">
        {sessions.map(session => (
          <li key={session.id} data-over={session.isOver || undefined}>
            <span id={`when-${session.id}`} className="figures">
              {today !== undefined && session.date !== today && `${spokenDate(session.date, today)}, `}
              {timeRange(session.startTime, session.endTime)}
              {session.isOver && ', over'}
              {session.isWithdrawn && ', hidden'}
              {session.isNotTaken && ', not taken yet'}
            </span>
            {/* A class may run several times a day. */}
            <PageLink
              to={addresses.session(session)}
              id={`name-${session.id}`}
              aria-labelledby={`name-${session.id} when-${session.id} where-${session.id}`}
              className="strong"
            >
              {session.cancelled ? <s>{session.name}</s> : session.name}
            </PageLink>
            <span id={`where-${session.id}`} className="quiet">
              {[
                session.venue,
                marksInWords(session, session.isOver ? 'came' : 'here'),
                session.waiting > 0 && `${session.waiting} waiting`,
              ]
                .filter(Boolean)
                .join(' · ')}
              {session.cancelled && (
                <>
                  {' · '}
                  <CancelledBy {...session.cancelled} />
                </>
              )}
            </span>
            <span className="today-taken figures">
              <meter
                min={0}
                max={Math.max(1, session.capacity)}
                value={session.taken}
                aria-label="Places taken"
              />
              <span>
                {session.taken}/{session.capacity}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}
