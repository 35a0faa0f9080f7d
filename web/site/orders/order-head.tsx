import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import * as addresses from '#contract/addresses.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { Button } from '#web/ui/button.tsx'

/** The top of every order: the way back, what it is, how it stands, and Print. */
export function OrderHead({ title, badge }: { title: string; badge: ReactNode }) {
  return (
    <>
      <PageLink to={addresses.bookings()} className="text-link inline-flex items-center gap-1 print:hidden">
        <ArrowLeft aria-hidden="true" className="size-5" />
        My Bookings
      </PageLink>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl">{title}</h1>
        <div className="flex flex-wrap items-center gap-3">
          {badge}
          <Button look="quiet" size="small" className="print:hidden" onClick={() => window.print()}>
            Print
          </Button>
        </div>
      </div>
    </>
  )
}
