import type { ComponentProps } from 'react'
import * as addresses from '#contract/addresses.ts'
import { sentences } from '#domain/sentences.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Missing } from '#web/ui/missing.tsx'

/** An order that could not be shown: none of this account's, or not just now. */
export function OrderMissing(given: Pick<ComponentProps<typeof Missing>, 'query' | 'isNamed'>) {
  return (
    <Missing
      {...given}
      title={sentences.orderNotFound}
      action={<LinkButton to={addresses.bookings()}>My Bookings</LinkButton>}
    >
      Your other orders are all in My Bookings.
    </Missing>
  )
}
