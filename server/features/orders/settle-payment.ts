import { sql } from 'kysely'
import { pointsFor } from '#domain/reward-points.ts'
import type { CardSession } from '#server/cards/card-provider.ts'
import { isLiveKey } from '#server/config.ts'
import { planKept } from '#server/database/connect.ts'
import { untilNoVictim } from '#server/database/transaction.ts'
import type { Services } from '#server/services.ts'
import { settleLatePayment } from './confirm-order.ts'

/**
 * What the provider's word about a card page came to: `open` and `unsettled` leave things as they are, `unknown` is
 * not ours. Of a page that was paid: `confirmed`, `refundDue` because the order had been paid or had ended before,
 * `knownBefore`, or `mismatch`: not what we asked for, so that its payment is set aside for people to look at.
 */
export type Settlement =
  | 'confirmed'
  | 'refundDue'
  | 'knownBefore'
  | 'ended'
  | 'open'
  | 'unsettled'
  | 'unknown'
  | 'mismatch'

/**
 * Applies what the provider itself just said about a card page to our payment and its order (decision E-07), and marks
 * the hook that asked for it as worked off. Amount, currency, order and live mode must be those we asked for. Forward
 * only, and the same said twice does nothing the second time.
 */
export async function settlePayment(
  services: Services,
  session: CardSession,
  eventId: string | null = null,
): Promise<Settlement> {
  const { db, clock, log, jobWaiting } = services
  const told = { ...session, isOurMode: session.isLive === isLiveKey(services.config.stripe?.secretKey) }
  const settle = async () => {
    const { rows } = await sql<{ outcome: Settlement | 'late' | 'mismatchedBefore' }>`${planKept}
      select settle_payment(${JSON.stringify(told)}, ${pointsFor(session.amountPence)}, ${eventId}, ${clock()})
        as outcome`.execute(db)
    return rows[0]?.outcome ?? 'unknown'
  }
  let outcome = await untilNoVictim(settle)
  // Asked again it is known, or somebody else has taken the order up meanwhile.
  while (outcome === 'late') {
    const done = await settleLatePayment(services, session)
    outcome = await untilNoVictim(settle)
    if (done && outcome === 'knownBefore') outcome = done
  }
  if (outcome === 'confirmed' || outcome === 'refundDue' || outcome === 'mismatch') jobWaiting()
  if (outcome === 'unknown') log.info('card page of no payment')
  if (outcome === 'mismatch') log.error('card payment does not match its order')
  return outcome === 'mismatchedBefore' ? 'mismatch' : outcome
}

/** Whether the provider has the customer's money for a page, whatever became of the order. */
export const isPaid = (settlement: Settlement): boolean =>
  settlement === 'confirmed' || settlement === 'refundDue' || settlement === 'knownBefore'
