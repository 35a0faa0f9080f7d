import './order-head.css'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import * as addresses from '#contract/addresses.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { Button } from '#web/ui/button.tsx'

/** The top of every order: Back, title, state, and Print. */
export function OrderHead({ title, badge }: { title: string; badge?: ReactNode }) {
  return (
    <>
      <PageLink to={addresses.bookings()} className="text-link lone-link order-back no-print">
        <ArrowLeft aria-hidden="true" className="icon" />
        My Bookings
      </PageLink>
      <div className="row spread above-m">
        <h1 className="heading">{title}</h1>
        <div className="row">
          {badge}
          <Button look="quiet" size="small" className="no-print" onClick={() => window.print()}>
            Print
          </Button>
        </div>
      </div>
    </>
  )
}
