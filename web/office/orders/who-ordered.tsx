import { useQuery } from '@tanstack/react-query'
import * as addresses from '#contract/office/addresses.ts'
import type { OfficeOrder } from '#contract/office/orders.ts'
import { ageInWords } from '#domain/office/people.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useToday } from '#web/today.tsx'
import { familyQuery } from '../families/family-queries.ts'
import { useOfficeApi } from '../office-api.ts'
import { Section } from '../ui/section.tsx'
import { WaysToReach } from '../ui/ways-to-reach.tsx'

/** Says who ordered and how to reach them, so that nobody opens the family's page to ring. */
export function WhoOrdered({ found: { order, guest } }: { found: OfficeOrder }) {
  if (guest) {
    return (
      <Section title="Guest">
        <p className="strong">{order.who}</p>
        <WaysToReach phone={guest.phone} email={guest.email} />
      </Section>
    )
  }
  return order.accountId === null ? null : <OrderingFamily id={order.accountId} name={order.who} />
}

/** The name stands at once; the rest comes with the family's own answer. */
function OrderingFamily({ id, name }: { id: number; name: string }) {
  const today = useToday()
  const family = useQuery(familyQuery(useOfficeApi(), id)).data
  return (
    <Section title="Family">
      <div className="order-who">
        <p className="row">
          <PageLink to={addresses.family({ id })} aria-label={`${name}: the family’s page`}>
            {name}
          </PageLink>
        </p>
        {family && (
          <>
            <WaysToReach phone={family.mobile} email={family.email} />
            {family.children.length > 0 && (
              <p className="quiet">
                {family.children
                  .map(child => `${child.name}, ${ageInWords(child.birthday, today)}`)
                  .join(' · ')}
              </p>
            )}
          </>
        )}
      </div>
    </Section>
  )
}
