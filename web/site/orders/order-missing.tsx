import type { ComponentProps } from 'react'
import * as addresses from '#contract/addresses.ts'
import { sentences } from '#domain/sentences.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Missing } from '#web/ui/missing.tsx'

/** Says that an order is not this account's, or could not be loaded. */
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
