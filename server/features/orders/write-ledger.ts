import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import type { Schema } from '#server/database/schema.ts'

interface Entry {
  accountId: number
  delta: number
  reason: Schema['credit_entries']['reason']
  orderId: number
  memo: string
  now: Date
}

/** Moves an account's class credits: the balance and its ledger row together. The account must be locked. */
export async function moveCredits(tx: Tx, entry: Entry): Promise<void> {
  const { accountId, delta, reason, orderId, memo, now } = entry
  if (delta === 0) return
  await sql`select move_credits(${accountId}, ${delta}, ${reason}, ${orderId}, ${memo}, ${now})`.execute(tx)
}
