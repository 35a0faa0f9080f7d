import { sql } from 'kysely'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { restsUntil, sentences } from '#domain/sentences.ts'
import { longMoment } from '#domain/wording.ts'
import type { Tx } from '#server/database/connect.ts'
import type { AccountId } from '#server/features/accounts/actor.ts'

/** What keeps an account from one more unpaid order, as `account_holds` (database/functions) tells it. */
export interface AccountHolds {
  isFull: boolean
  restsUntil: Date | null
}

/** Refuses an order that is to be paid for while the account has too many unpaid ones, or let too many go. */
export function requireMayOwe(holds: AccountHolds): void {
  requireThat(!holds.isFull, sentences.tooManyUnpaidOrders)
  if (holds.restsUntil) throw new Refusal(restsUntil(longMoment(holds.restsUntil)))
}

/** The same for whoever writes an order of anything but places, under the account's lock. */
export async function requireAccountMayOwe(tx: Tx, accountId: AccountId, now: Date): Promise<void> {
  const { rows } = await sql<AccountHolds>`select is_full as "isFull", rests_until as "restsUntil"
    from account_holds(${accountId}, ${now})`.execute(tx)
  for (const holds of rows) requireMayOwe(holds)
}
