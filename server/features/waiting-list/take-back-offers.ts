import type { Tx } from '#server/database/connect.ts'

/**
 * Whoever was offered a place of these sessions, which the caller has locked, waits again, where they stood: for what
 * nobody can book for a while. Their lapses find no offer then.
 */
export async function takeBackOffers(tx: Tx, sessionIds: number[], now: Date): Promise<void> {
  await tx
    .updateTable('waiting_entries')
    .set({ status: 'waiting', offered_session_id: null, offered_at: now, offer_expires_at: null })
    .where('offered_session_id', 'in', sessionIds)
    .execute()
  await tx.updateTable('sessions').set({ places_offered: 0 }).where('id', 'in', sessionIds).execute()
}
