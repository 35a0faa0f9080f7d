import type { Db } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { sealAnew } from '#server/features/children/seal-note.ts'
import { authenticatorPlace, lockMembersWithAuthenticator } from './member-queries.ts'

/** Seals every authenticator's key anew with another data key; broken off, it is done by running it again. */
export const rotateAuthenticators = (db: Db, from: Buffer, to: Buffer): Promise<void> =>
  transaction(db, async tx => {
    for (const member of await lockMembersWithAuthenticator(tx)) {
      if (!member.totp_sealed) continue
      const totp_sealed = sealAnew(from, to, member.totp_sealed, authenticatorPlace(member.id))
      await tx.updateTable('staff').set({ totp_sealed }).where('id', '=', member.id).execute()
    }
  })
