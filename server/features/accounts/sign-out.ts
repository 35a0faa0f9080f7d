import type { SignedIn } from '#server/request/actor.ts'
import type { Services } from '#server/services.ts'

/** Ends the token of this call (decision E-33). */
export async function signOut({ db, clock }: Services, { tokenId }: SignedIn): Promise<void> {
  await db.updateTable('access_tokens').set({ revoked_at: clock() }).where('id', '=', tokenId).execute()
}
