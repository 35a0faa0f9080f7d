import { sql } from 'kysely'
import { transaction } from '#server/database/transaction.ts'
import { placesLeft } from '#server/features/offerings/places-left.ts'
import { isToCome } from '#server/features/offerings/queue.ts'
import type { Services } from '#server/services.ts'
import { offerFreedPlaces } from './offer-places.ts'

/** Offers the places that became free while bookings were paused, one session at a time. */
export async function offerAfterPause({ db, clock }: Services): Promise<void> {
  const now = clock()
  const { rows } = await sql<{ id: number }>`select s.id from sessions s
    where ${isToCome(now)} and ${placesLeft} > 0 and exists (
      select from waiting_entries w where w.offering_id = s.offering_id and w.status = 'waiting')
    order by s.id`.execute(db)
  for (const { id } of rows) {
    await transaction(db, async tx => {
      await tx.selectFrom('sessions').select('id').where('id', '=', id).forNoKeyUpdate().execute()
      await offerFreedPlaces(tx, [id], now)
    })
  }
}
