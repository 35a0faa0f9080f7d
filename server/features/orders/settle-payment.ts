import { sql } from 'kysely'
import { pointsFor } from '#domain/reward-points.ts'
import type { CardSession } from '#server/cards/card-provider.ts'
import { isLiveKey } from '#server/config.ts'
import { planKept } from '#server/database/connect.ts'
import { untilNoVictim } from '#server/database/transaction.ts'
import type { Services } from '#server/services.ts'
import { settleLatePayment } from './confirm-order.ts'

/**
 * The result of the provider's answer about a card page. `open` and `unsettled` change nothing; `unknown` is
 * not our page. A paid page is `confirmed`, `refundDue` (the order was already paid or had ended),
 * `knownBefore`, or `mismatch` (another amount than we asked for, set aside for staff).
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
 * Applies the provider's answer about a card page to our payment and its order (decision E-07), and marks the
 * hook that caused it as done. Amount, currency, order and live mode must be those we asked for. States only
 * move forward, and a repeated answer changes nothing.
 */
export async function settlePayment(
  services: Services,
  session: CardSession,
  eventId: string | null = null,
): Promise<Settlement> {
  const { db, clock, log, jobWaiting } = services
  const providerAnswer = {
    ...session,
    isOurMode: session.isLive === isLiveKey(services.config.stripe?.secretKey),
  }
  const settle = async () => {
    const { rows } = await sql<{ outcome: Settlement | 'late' | 'mismatchedBefore' }>`${planKept}
      select settle_payment(${JSON.stringify(providerAnswer)}, ${pointsFor(session.amountPence)}, ${eventId}, ${clock()})
        as outcome`.execute(db)
    return rows[0]?.outcome ?? 'unknown'
  }
  let outcome = await untilNoVictim(settle)
  // The next try finds the payment settled, unless another process has changed the order in between.
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

/** Whether the provider has the customer's money for a page, whatever happened to the order. */
export const isPaid = (settlement: Settlement): boolean =>
  settlement === 'confirmed' || settlement === 'refundDue' || settlement === 'knownBefore'
