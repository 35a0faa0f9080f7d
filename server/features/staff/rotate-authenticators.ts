import type { Db } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { keyId, sealNote } from '#server/features/children/seal-note.ts'
import { authenticatorKeyOf, authenticatorPlace, lockMembersWithAuthenticator } from './member-queries.ts'

/** Seals every authenticator's key anew with another data key; broken off, it is done by running it again. */
export const rotateAuthenticators = (db: Db, from: Buffer, to: Buffer): Promise<void> =>
  transaction(db, async tx => {
    for (const member of await lockMembersWithAuthenticator(tx)) {
      const isDone = Buffer.from(member.totp_sealed ?? [])
        .subarray(1, 5)
        .equals(keyId(to))
      const key = isDone ? undefined : authenticatorKeyOf(from, member)
      if (!key) continue
      const totp_sealed = sealNote(to, key, authenticatorPlace(member.id))
      await tx.updateTable('staff').set({ totp_sealed }).where('id', '=', member.id).execute()
    }
  })
