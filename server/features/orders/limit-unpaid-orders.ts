import { sql } from 'kysely'
import { longMoment } from '#domain/format-dates.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { restsUntil, sentences } from '#domain/sentences.ts'
import type { Tx } from '#server/database/connect.ts'
import type { AccountId } from '#server/request/actor.ts'

/** The unpaid orders of an account, as `account_holds` (database/functions) returns them. */
export interface AccountHolds {
  isFull: boolean
  restsUntil: Date | null
}

/** Refuses an order with something to pay while the account has too many unpaid orders, or abandoned too many. */
export function requireFewUnpaid(holds: AccountHolds): void {
  requireThat(!holds.isFull, sentences.tooManyUnpaidOrders)
  if (holds.restsUntil) throw new Refusal(restsUntil(longMoment(holds.restsUntil)))
}

/** Refuses like `requireFewUnpaid` for orders without places, under the account's lock. */
export async function requireAccountFewUnpaid(tx: Tx, accountId: AccountId, now: Date): Promise<void> {
  const { rows } = await sql<AccountHolds>`select is_full as "isFull", rests_until as "restsUntil"
    from account_holds(${accountId}, ${now})`.execute(tx)
  for (const holds of rows) requireFewUnpaid(holds)
}
