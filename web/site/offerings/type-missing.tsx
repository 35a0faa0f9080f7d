import type { ComponentProps } from 'react'
import * as addresses from '#contract/addresses.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Missing } from '#web/ui/missing.tsx'
import { kindWords } from './kind-words.ts'

/** Says that a type is not offered, or could not be loaded. */
export function TypeMissing({
  kind,
  ...given
}: { kind: OfferingKind } & Pick<ComponentProps<typeof Missing>, 'query' | 'isNamed'>) {
  const { one, many } = kindWords[kind]
  return (
    <Missing
      {...given}
      title={`We could not find this ${one}`}
      action={<LinkButton to={addresses.ofKind[kind].timetable()}>See all {many}</LinkButton>}
    >
      It may have ended. Everything that is on stands in the timetable.
    </Missing>
  )
}
