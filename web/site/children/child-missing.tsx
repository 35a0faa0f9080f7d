import type { ComponentProps } from 'react'
import * as addresses from '#contract/addresses.ts'
import { sentences } from '#domain/sentences.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Missing } from '#web/ui/missing.tsx'

/** Explains that a child does not belong to this account, or could not be loaded. */
export function ChildMissing(given: Pick<ComponentProps<typeof Missing>, 'query' | 'isNamed'>) {
  return (
    <Missing
      {...given}
      title={sentences.childNotFound}
      action={<LinkButton to={addresses.details()}>Back to my account</LinkButton>}
    >
      It may have been opened from an old link.
    </Missing>
  )
}
