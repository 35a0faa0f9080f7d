import type { Db } from '#server/database/connect.ts'
import { resealNote } from '#server/database/seal-note.ts'
import { transaction } from '#server/database/transaction.ts'
import { authenticatorPlace, lockMembersWithAuthenticator } from './member-queries.ts'

/** Encrypts every authenticator's key again with another data key. An interrupted run is repeated. */
export const rotateAuthenticators = (db: Db, from: Buffer, to: Buffer): Promise<void> =>
  transaction(db, async tx => {
    for (const member of await lockMembersWithAuthenticator(tx)) {
      if (!member.totp_sealed) continue
      const totp_sealed = resealNote(from, to, member.totp_sealed, authenticatorPlace(member.id))
      await tx.updateTable('staff').set({ totp_sealed }).where('id', '=', member.id).execute()
    }
  })
