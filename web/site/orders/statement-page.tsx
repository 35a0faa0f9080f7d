import './order-detail.css'
import './order-print.css'
import '#web/site/payments/price-summary.css'
import { useQuery } from '@tanstack/react-query'
import * as addresses from '#contract/addresses.ts'
import { monthAfter, monthName } from '#domain/months.ts'
import { useApi } from '#web/api.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useSearchParams } from '#web/navigation/router.tsx'
import { useToday } from '#web/today.tsx'
import { spokenDate, spokenWhen } from '#web/ui/british-dates.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Fact } from '#web/ui/facts.tsx'
import { Missing } from '#web/ui/missing.tsx'
import { pounds } from '#web/ui/money.tsx'
import { OrderHead } from './order-head.tsx'
import { creditsSpent } from './order-words.ts'
import { type Statement, statementQuery } from './own-booking-queries.ts'

/** Shows what a child attended in a month and what was paid for it, for a childcare claim; on paper one page (decision E-72). */
export function StatementPage() {
  const [search] = useSearchParams()
  const asked = addresses.statement.read(search)
  const today = useToday()
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(asked.month) ? asked.month : today.slice(0, 7)
  const childId = Number(asked.childId)
  const query = useQuery({ ...statementQuery(useApi(), { childId, month }), meta: { showsProblem: true } })
  const statement = query.data
  if (!statement) {
    return (
      <Missing
        query={query}
        isNamed={childId > 0}
        title="There is no such child in your account"
        action={<LinkButton to={addresses.bookings()}>My Bookings</LinkButton>}
      >
        Monthly statements are in My Bookings, under Past and receipts.
      </Missing>
    )
  }
  return (
    <article className="order-detail">
      <OrderHead title={`Statement for ${monthName(month)}`} />
      <OneMonth statement={statement} today={today} />
      <nav aria-label="Months" className="row spread above-m no-print">
        {[-1, 1].map(months => (
          <PageLink
            key={months}
            to={addresses.statement({ childId, month: monthAfter(month, months) })}
            replace
            className="text-link lone-link"
          >
            {monthName(monthAfter(month, months))}
          </PageLink>
        ))}
      </nav>
    </article>
  )
}

function OneMonth({ statement, today }: { statement: Statement; today: string }) {
  const { child, buyer, provider, providerAddress, childcareRegistration, creditPricePence, places } =
    statement
  const sum = (of: (place: Statement['places'][number]) => number) =>
    places.reduce((total, place) => total + of(place), 0)
  const paidPence = sum(place => place.paidPence)
  const creditPence = sum(place => place.creditPence)
  return (
    <section aria-label="Statement" className="card card-inset order-receipt above-m">
      <dl className="columns above-s">
        <Fact name="Child">{child}</Fact>
        <Fact name="Paid by">{buyer}</Fact>
        <Fact name="Provided by">{[provider, providerAddress].filter(Boolean).join('\n')}</Fact>
        {childcareRegistration && <Fact name="Childcare registration">{childcareRegistration}</Fact>}
      </dl>
      {places.length === 0 ? (
        <p className="above-m">Nothing was booked for this month.</p>
      ) : (
        <dl className="price-lines above-s">
          {places.map(place => (
            <div key={place.bookingId}>
              <dt>
                {spokenWhen(place, today)}: {place.title}
                {place.isTrial && ' (trial)'}, {place.venue}
                <p className="small quiet">{stateOf(place, today)}</p>
              </dt>
              <dd className="figures">{amountOf(place)}</dd>
            </div>
          ))}
          <div className="total-paid">
            <dt>{creditPence > 0 ? 'Total, with estimated credits' : 'Total'}</dt>
            <dd className="figures">
              {creditPence > 0 && 'about '}
              {pounds(paidPence + creditPence)}
            </dd>
          </div>
        </dl>
      )}
      {creditPence > 0 && (
        <p className="quiet above-s">
          Estimate: a credit counts as {pounds(creditPricePence)}, the average price of a credit in your class
          packs. The receipts of the packs say what was paid for them.
        </p>
      )}
    </section>
  )
}

type Place = Statement['places'][number]

function stateOf({ attendance, isCancelled, paidAt, paidPence }: Place, today: string): string {
  const came = { came: 'Attended', absent: 'Booked, did not attend', unmarked: 'Booked' }[attendance]
  const paid =
    paidPence > 0 && (paidAt ? `paid on ${spokenDate(paidAt.slice(0, 10), today)}` : 'not paid in full yet')
  return [isCancelled ? 'Cancelled, not all was returned' : came, paid].filter(Boolean).join(', ')
}

function amountOf({ paidPence, credits, creditPence }: Place): string {
  const byCredits = credits > 0 && `${creditsSpent(credits)}, about ${pounds(creditPence)}`
  return [(paidPence > 0 || !byCredits) && pounds(paidPence), byCredits].filter(Boolean).join(' and ')
}
