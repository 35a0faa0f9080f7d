import { LinkButton } from '#web/ui/button.tsx'
import { useMay } from '../office-session.ts'
import { writeTo } from './audience-in-address.ts'

/** Leads to a new message to this audience, for those who may write to families. */
export function MessageLink({ to }: { to: Parameters<typeof writeTo>[0] }) {
  const may = useMay('message.class')
  return (
    may && (
      <LinkButton look="secondary" to={writeTo(to)}>
        Message
      </LinkButton>
    )
  )
}
