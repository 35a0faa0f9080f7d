import { type RawBuilder, sql } from 'kysely'
import type { Postage } from '#domain/postage.ts'
import type { CollectAt } from '#domain/product-orders.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Db } from '#server/database/connect.ts'
import { sessionsAndTheirs } from '#server/features/offerings/session-sql.ts'
import type { AccountId } from '#server/request/actor.ts'
import { isToldAbsent } from './place-state.ts'

/**
 * Selects, as JSON, the next date for which an account has a confirmed place and somebody is coming; null if there is
 * none.
 */
export const nextClassOf = (accountId: RawBuilder<unknown>, now: Date) => sql<CollectAt | null>`(
  select json_build_object('venue', v.name, 'startDate', s.start_date, 'startTime', to_char(s.start_time, 'HH24:MI'))
  from bookings b join ${sessionsAndTheirs} on s.id = b.session_id
  where b.account_id = ${accountId} and b.status = 'confirmed' and s.status = 'scheduled' and s.ends_at > ${now}
    and not ${isToldAbsent}
  order by s.starts_at, b.id limit 1)`

/** Finds the next class at which an account could collect products. */
export async function findCollectAt(db: Db, accountId: AccountId, now: Date): Promise<CollectAt | undefined> {
  const { rows } = await sql<{
    next: CollectAt | null
  }>`select ${nextClassOf(sql`${accountId}::bigint`, now)} as next`.execute(db)
  return rows[0]?.next ?? undefined
}

/** Refuses an order to collect at class if the business does not offer that, or no class is booked (decision E-61). */
export async function requireCollectAt(
  db: Db,
  accountId: AccountId,
  { offersCollect }: Postage,
  now: Date,
): Promise<void> {
  requireThat(offersCollect && (await findCollectAt(db, accountId, now)), sentences.collectNeedsClass)
}
