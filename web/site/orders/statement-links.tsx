import * as addresses from '#contract/addresses.ts'
import { monthAfter, monthName } from '#domain/months.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useChildren } from '#web/site/children/queries.ts'
import { useToday } from '#web/today.tsx'

/** Leads to the monthly statement of each child, for a childcare claim (decision E-72). */
export function StatementLinks() {
  const children = useChildren().data ?? []
  const thisMonth = useToday().slice(0, 7)
  if (children.length === 0) return null
  return (
    <section aria-labelledby="statements" className="above-l">
      <h2 id="statements" className="subheading">
        Monthly statements
      </h2>
      <p>Dates, what was paid and our details, for a childcare claim.</p>
      <ul className="stack gap-s above-s">
        {children.map(({ id, firstName }) => (
          <li key={id} className="row">
            <strong>{firstName}</strong>
            {[thisMonth, monthAfter(thisMonth, -1)].map(month => (
              <PageLink
                key={month}
                to={addresses.statement({ childId: id, month })}
                className="text-link lone-link"
              >
                {monthName(month)}
                <span className="sr-only"> for {firstName}</span>
              </PageLink>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
