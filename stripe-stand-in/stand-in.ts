import { type Faults, queueHook } from './hooks.ts'
import { type Ledger, newId } from './ledger.ts'

/** The dependencies of every part of the stand-in. Instants are whole seconds, as the provider sends them. */
export type StandIn = {
  ledger: Ledger
  faults: Faults
  /** Payments whose next refund waits, as if the balance were too low. */
  lacking: Set<string>
  now: () => number
  pageUrl: (sessionId: string) => string
  account: { id: string; name: string }
  webhookSecret: string
  /** Records an event and queues its hook. */
  announce: (type: string, object: object) => void
}

export const apiVersion = '2026-10-28.endive'

export function assembleStandIn(parts: Omit<StandIn, 'announce'>): StandIn {
  const standIn: StandIn = {
    ...parts,
    announce(type, object) {
      const event = {
        id: newId('evt'),
        object: 'event' as const,
        api_version: apiVersion,
        created: standIn.now(),
        data: { object },
        livemode: false,
        pending_webhooks: 0,
        request: null,
        type,
      }
      standIn.ledger.events.put(event.id, event)
      queueHook(standIn, event)
    },
  }
  return standIn
}
