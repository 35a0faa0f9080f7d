import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import type { CreditEntries, PointEntries } from '#server/database/schema.ts'

interface Entry<Reason> {
  accountId: number
  delta: number
  reason: Reason
  orderId: number
  memo: string
  now: Date
}

/** Moves an account's class credits: the balance and its ledger row together. The account must be locked. */
export async function moveCredits(tx: Tx, entry: Entry<CreditEntries['reason']>): Promise<void> {
  if (entry.delta === 0) return
  const account = await tx
    .updateTable('accounts')
    .set({ credit_balance: sql<number>`credit_balance + ${entry.delta}` })
    .where('id', '=', entry.accountId)
    .returning('credit_balance as balance')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('credit_entries')
    .values({ ...rowOf(entry), reason: entry.reason, balance_after: account.balance })
    .execute()
}

/** Moves an account's reward points, as `moveCredits` does its credits. */
export async function movePoints(tx: Tx, entry: Entry<PointEntries['reason']>): Promise<void> {
  if (entry.delta === 0) return
  const account = await tx
    .updateTable('accounts')
    .set({ points_balance: sql<number>`points_balance + ${entry.delta}` })
    .where('id', '=', entry.accountId)
    .returning('points_balance as balance')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('point_entries')
    .values({ ...rowOf(entry), reason: entry.reason, balance_after: account.balance })
    .execute()
}

const rowOf = ({ accountId, delta, orderId, memo, now }: Entry<string>) => ({
  account_id: accountId,
  delta,
  order_id: orderId,
  memo,
  created_at: now,
})
