import './order-in-brief.css'
import type { ReactNode } from 'react'
import type { LaterMethod } from '#domain/desk-payment.ts'
import { paidWith } from '#domain/prices.ts'
import { useIsSignedIn } from '#web/session.ts'
import { useSupportContact } from '#web/site/content/support-contact.tsx'
import { Fact } from '#web/ui/facts.tsx'
import { pounds } from '#web/ui/money.tsx'

interface OrderInBriefProps {
  /** The facts: what, when, where and for whom. */
  facts: readonly (readonly [name: string, value: ReactNode])[]
  pence: number
  credits?: number
  /** The price before a discount code, if one was given. */
  list?: Record<'listPence' | 'discountPence', number> | undefined
  /** How it is paid later; undefined if by card. */
  payLater?: LaterMethod | undefined
  children?: ReactNode
}

const fromWhere = { childcare: 'from your childcare account', voucher: 'by childcare voucher' }

/** Summarises an order under its question (decision C-14). */
export function OrderInBrief({ facts, pence, credits = 0, list, payLater, children }: OrderInBriefProps) {
  const isFree = pence === 0 && credits === 0
  return (
    <>
      <dl className="in-brief above-m">
        {facts.map(([name, value]) => (
          <Fact key={`${name} ${value}`} name={name}>
            {value}
          </Fact>
        ))}
        {list && list.discountPence > 0 && (
          <>
            <Fact name="Price">{pounds(list.listPence)}</Fact>
            <Fact name="Discount">−{pounds(list.discountPence)}</Fact>
          </>
        )}
        <Fact name="To pay">
          {isFree ? 'Nothing, it is free' : paidWith(pence, credits)}
          {pence > 0 && (payLater ? `, later ${fromWhere[payLater]}` : ', by card on the next page')}
        </Fact>
      </dl>
      {children && <p className="small quiet above-m">{children}</p>}
    </>
  )
}

/** Explains how booked places are moved (decision E-15): by an account itself, for a guest by the business. */
export function HowToMove({ isTrial = false }: { isTrial?: boolean }) {
  const { email, phone } = useSupportContact()
  if (!useIsSignedIn()) {
    return (
      <>
        Plans change? Tell us at {email} or {phone}, and we will see what we can do.
      </>
    )
  }
  return (
    <>
      Plans change? Until it starts you can move it in My Bookings, to{' '}
      {isTrial ? 'another trial' : 'another time'} at the same price.
    </>
  )
}
