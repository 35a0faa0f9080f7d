import type { OfferingKind } from '#domain/offering-kinds.ts'
import { kindPages } from '#web/site/offerings/kind-pages.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** The sessions of one kind in the basket. */
export function SessionTab({ kind }: { kind: OfferingKind }) {
  const { many, timetable } = kindPages[kind]
  return (
    <EmptyState
      title={`No ${many} in your basket`}
      action={<LinkButton to={timetable}>See what is on</LinkButton>}
    >
      Find a day that suits you in the timetable.
    </EmptyState>
  )
}
