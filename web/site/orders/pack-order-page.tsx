import './order-detail.css'
import './order-print.css'
import { useQuery } from '@tanstack/react-query'
import * as addresses from '#contract/addresses.ts'
import { creditText } from '#domain/prices.ts'
import { backInWords } from '#domain/refund-words.ts'
import { useApi } from '#web/api.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useSearchParams } from '#web/navigation/router.tsx'
import { useProfile } from '#web/site/accounts/profile-query.ts'
import { useToday } from '#web/today.tsx'
import { fullMoment, spokenUntil } from '#web/ui/british-dates.ts'
import { Facts } from '#web/ui/facts.tsx'
import { pounds } from '#web/ui/money.tsx'
import { OrderHead } from './order-head.tsx'
import { OrderMissing } from './order-missing.tsx'
import { OrderReceipt } from './order-receipt.tsx'
import { methodWord, statusWord } from './order-words.ts'
import { receiptQuery } from './own-booking-queries.ts'
import { PayOrCancel } from './pay-or-cancel.tsx'
import { ProceedLabel } from './proceed-label.tsx'
import { StatusBadge } from './status-badge.tsx'

/** The order of a class pack, with the receipt that a childcare claim requires for classes paid with credits. */
export function PackOrderPage() {
  const [search] = useSearchParams()
  const today = useToday()
  const { orderNumber } = addresses.orderOf.pack.read(search)
  const { data: profile } = useProfile()
  const query = useQuery({ ...receiptQuery(useApi(), { orderNumber }), meta: { showsProblem: true } })
  const order = query.data
  if (!order) return <OrderMissing query={query} isNamed={orderNumber !== ''} />
  const { items, status, placedAt, paymentMethod, totalPence, holdExpiresAt } = order
  const name = items[0]?.name ?? 'Class pack'
  const back = backInWords(order)
  return (
    <article className="order-detail">
      <OrderHead title={name} badge={<StatusBadge status={status} />} />
      {status === 'pending' && holdExpiresAt && (
        <section aria-label="Payment" className="card order-payment stack no-print">
          <p>It can be paid until {spokenUntil(holdExpiresAt, today)}. Its credits come as soon as it is.</p>
          <PayOrCancel order={{ ...order, name, sessions: [] }}>
            <ProceedLabel pence={totalPence} />
          </PayOrCancel>
        </section>
      )}
      <div className="above-l">
        <Facts
          title="Order"
          facts={[
            ['Order number', orderNumber],
            ['Order time', fullMoment(placedAt)],
            ['Status', statusWord(status)],
            ['Payment type', methodWord(paymentMethod)],
            ['Total', pounds(totalPence)],
            ...(back ? [['What came back', back] as const] : []),
          ]}
        />
      </div>
      {status === 'paid' && <OrderReceipt receipt={order} />}
      <p className="above-l no-print">
        <PageLink to={addresses.credits()} className="text-link lone-link">
          Your class credits
        </PageLink>
        {profile && `: you have ${creditText(profile.credits)} now.`}
      </p>
    </article>
  )
}
