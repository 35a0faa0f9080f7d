import { sql } from 'kysely'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import type { SignedIn } from '#server/request/actor.ts'
import type { Services } from '#server/services.ts'
import { offerFreedPlaces } from './offer-places.ts'

/** Removes the account's own entry from its waiting list; a place reserved for it is offered to the next. */
export async function leaveWaitingList(
  { db, clock, jobWaiting }: Services,
  { accountId }: SignedIn,
  entryId: number,
): Promise<void> {
  const now = clock()
  await transaction(db, async tx => {
    requireThat(await withdrawEntry(tx, { entryId, accountId }, now), sentences.notWaiting)
  })
  jobWaiting()
}

interface Withdrawn {
  accountId: number | null
  childId: number | null
  /** The date on which a place was reserved; null if none was. */
  sessionId: number | null
}

/**
 * Removes an entry from its list; with `accountId`, only an entry of that account. A place reserved for it is
 * offered to the next. Returns undefined if the entry no longer waits. Locks the offered session before the
 * entry, like expiry.
 */
export async function withdrawEntry(
  tx: Tx,
  { entryId, accountId }: { entryId: number; accountId?: number },
  now: Date,
): Promise<Withdrawn | undefined> {
  const wanted = tx
    .selectFrom('waiting_entries')
    .select([
      'offering_id',
      'offered_session_id as sessionId',
      'account_id as accountId',
      'child_id as childId',
    ])
    .where('id', '=', entryId)
    .$if(accountId !== undefined, query => query.where('account_id', '=', accountId ?? 0))
    .where('status', 'in', ['waiting', 'offered'])
  const entry = await wanted.executeTakeFirst()
  if (!entry) return undefined
  // Offers are made and taken under the session's lock, so nothing changes meanwhile.
  await tx
    .selectFrom('sessions')
    .select('id')
    .where('offering_id', '=', entry.offering_id)
    .where(eb => eb.or([eb('starts_at', '>', now), eb('id', '=', entry.sessionId)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const still = await wanted.forUpdate().executeTakeFirst()
  if (!still) return undefined
  await tx
    .updateTable('waiting_entries')
    .set({ status: 'withdrawn', offered_session_id: null, offered_at: null, offer_expires_at: null })
    .where('id', '=', entryId)
    .execute()
  if (!still.sessionId) return still
  await tx
    .updateTable('sessions')
    .set({ places_offered: sql<number>`places_offered - 1` })
    .where('id', '=', still.sessionId)
    .execute()
  await offerFreedPlaces(tx, [still.sessionId], now, entryId)
  return still
}
