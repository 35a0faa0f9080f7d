import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import type { Schema } from '#server/database/schema.ts'

interface Entry<Reason> {
  accountId: number
  delta: number
  reason: Reason
  orderId: number
  memo: string
  now: Date
}

/** Moves an account's class credits: the balance and its ledger row together. The account must be locked. */
export const moveCredits = (tx: Tx, entry: Entry<Schema['credit_entries']['reason']>): Promise<void> =>
  move(tx, sql`move_credits`, entry)

/** Moves an account's reward points, as `moveCredits` does its credits. */
export const movePoints = (tx: Tx, entry: Entry<Schema['point_entries']['reason']>): Promise<void> =>
  move(tx, sql`move_points`, entry)

async function move(
  tx: Tx,
  movement: RawBuilder<unknown>,
  { accountId, delta, reason, orderId, memo, now }: Entry<string>,
): Promise<void> {
  if (delta === 0) return
  await sql`select ${movement}(${accountId}, ${delta}, ${reason}, ${orderId}, ${memo}, ${now})`.execute(tx)
}
