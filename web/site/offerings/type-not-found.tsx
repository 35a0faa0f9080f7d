import * as addresses from '#contract/addresses.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { kindWords } from './kind-words.ts'

/** For an address that names no type, or one that is no longer offered. */
export function TypeNotFound({ kind }: { kind: OfferingKind }) {
  const { one, many } = kindWords[kind]
  return (
    <div className="page-width">
      <EmptyState
        title={`We could not find this ${one}`}
        level={1}
        action={<LinkButton to={addresses.ofKind[kind].timetable()}>See all {many}</LinkButton>}
      >
        It may have ended. Everything that is on stands in the timetable.
      </EmptyState>
    </div>
  )
}
