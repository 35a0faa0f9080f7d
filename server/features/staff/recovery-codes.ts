import { createHash, randomInt } from 'node:crypto'
import type { Tx } from '#server/database/connect.ts'

/** Letters and digits that cannot be confused with one another on paper. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const howMany = 10

const letter = () => letters[randomInt(letters.length)]
const newCode = () => Array.from({ length: 16 }, letter).join('')

/** Normalises a typed code: capitals, spaces and hyphens do not matter. */
const plainCode = (code: string) => code.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Hashes without a key, because 79 random bits need none, and codes on paper must survive a new DATA_KEY. */
const hashCode = (staffId: number, code: string) =>
  createHash('sha256')
    .update(`recovery:${staffId}:${plainCode(code)}`)
    .digest()

/** Creates ten new recovery codes, `abcd-efgh-jkmn-pqrs`, which end the old ones; only their hashes are stored. */
export async function renewRecoveryCodes(tx: Tx, staffId: number): Promise<string[]> {
  const codes = Array.from({ length: howMany }, newCode)
  await tx.deleteFrom('staff_recovery_codes').where('staff_id', '=', staffId).execute()
  await tx
    .insertInto('staff_recovery_codes')
    .values(codes.map(code => ({ staff_id: staffId, code_hash: hashCode(staffId, code) })))
    .execute()
  return codes.map(code => code.replace(/.{4}(?=.)/g, '$&-'))
}

/** Uses up a recovery code. Returns false if it is unknown or used; of two simultaneous calls one succeeds. */
export async function spendRecoveryCode(
  tx: Tx,
  { staffId, code }: { staffId: number; code: string },
  now: Date,
): Promise<boolean> {
  const used = await tx
    .updateTable('staff_recovery_codes')
    .set({ used_at: now })
    .where('staff_id', '=', staffId)
    .where('code_hash', '=', hashCode(staffId, code))
    .where('used_at', 'is', null)
    .returning('staff_id')
    .executeTakeFirst()
  return used !== undefined
}
