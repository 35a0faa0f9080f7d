import { sql } from 'kysely'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { transaction } from '#server/database/transaction.ts'
import type { SignedIn } from '#server/request/actor.ts'
import type { Services } from '#server/services.ts'

/** Records that nobody will come to one of the account's places, or withdraws that. The place and its money stay. */
export async function tellAbsence(
  { db, clock }: Services,
  { accountId }: SignedIn,
  { bookingId, isAbsent }: { bookingId: number; isAbsent: boolean },
): Promise<void> {
  const now = clock()
  await transaction(db, async tx => {
    const { rows } = await sql<{ sessionId: number; isOver: boolean }>`
      select s.id as "sessionId", s.ends_at <= ${now} as "isOver" from bookings b join sessions s on s.id = b.session_id
      where b.id = ${bookingId} and b.account_id = ${accountId} and b.status = 'confirmed' and s.status <> 'cancelled'
      for key share of b`.execute(tx)
    const [place] = rows
    requireThat(place, sentences.sessionNotFound)
    requireThat(!place.isOver, sentences.absenceOver)
    if (isAbsent)
      await tx
        .insertInto('told_absences')
        .values({ booking_id: bookingId, session_id: place.sessionId, told_at: now })
        .onConflict(conflict => conflict.doNothing())
        .execute()
    else await tx.deleteFrom('told_absences').where('booking_id', '=', bookingId).execute()
  })
}
