import { type Selectable, sql } from 'kysely'
import { Refusal } from '#domain/refusal.ts'
import { atMostBack } from '#domain/settlement.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Schema } from '#server/database/schema.ts'

type RefundRow = Selectable<Schema['refunds']>

/**
 * How money is refunded: to the `card` that paid, or by staff in `cash`, by `bank` or in an `other` way, with its
 * reference. `hand` means that staff will give it and have not recorded yet how.
 */
export interface GivenWay {
  method: RefundRow['method']
  reference: string
}

const toTheCard: GivenWay = { method: 'card', reference: '' }
const byHand: GivenWay = { method: 'hand', reference: '' }

/**
 * Returns how to refund. What was paid at the desk, or into a former card account, never goes to a card: staff give it
 * back and then record how.
 */
export const wayBack = (
  { isPaidAtDesk }: { isPaidAtDesk: boolean },
  asked: GivenWay = toTheCard,
): GivenWay => (isPaidAtDesk && asked.method === 'card' ? byHand : asked)

interface Owed {
  paymentId: number
  pence: number
  kind: RefundRow['kind']
  reason: string
  staffId: number | null
  /** The place, if the refund is goodwill for one. */
  bookingId?: number
  /** The credits of a pack that the family gives back for this refund. */
  credits?: number
}

/**
 * Writes a refund of a payment, and the job that makes it at the provider; a refund by hand is complete at once. Points
 * are reduced. The account, the order and its payment are locked.
 */
export async function oweRefund(
  tx: Tx,
  { paymentId, pence, kind, reason, staffId, bookingId, credits = 0 }: Owed,
  { method, reference }: GivenWay = toTheCard,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`select owe_refund(${paymentId}, ${reason}, ${now}, kind => ${kind},
    pence => ${pence}, method => ${method}, reference => ${reference}, staff => ${staffId},
    booking => ${bookingId ?? null}, credits => ${credits}) as id`.execute(tx)
  const [owed] = rows
  if (!owed) throw new Refusal(atMostBack(0))
  return owed.id
}
