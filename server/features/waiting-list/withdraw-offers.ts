import type { Tx } from '#server/database/connect.ts'

/**
 * Withdraws the offers of these locked sessions while they cannot be booked. The entries wait again at their old
 * position, and expiry jobs then find no offer.
 */
export async function withdrawOffers(tx: Tx, sessionIds: number[], now: Date): Promise<void> {
  await tx
    .updateTable('waiting_entries')
    .set({ status: 'waiting', offered_session_id: null, offered_at: now, offer_expires_at: null })
    .where('offered_session_id', 'in', sessionIds)
    .execute()
  await tx.updateTable('sessions').set({ places_offered: 0 }).where('id', 'in', sessionIds).execute()
}
