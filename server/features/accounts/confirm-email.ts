import { Refusal, requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { transaction, violatedConstraint } from '#server/database/transaction.ts'
import type { SignedIn } from '#server/request/actor.ts'
import { type Device, rememberDevice } from '#server/request/known-device.ts'
import type { Services } from '#server/services.ts'
import { changeAddress } from './change-address.ts'
import { checkCode, useCode } from './check-code.ts'

/** Makes the pending address the account's own, with the mailed code (decision A-09, record 028). */
export async function confirmEmail(
  services: Services,
  { accountId, tokenId, ip }: SignedIn,
  device: Device,
  code: string,
): Promise<void> {
  const { db, clock, config, jobWaiting } = services
  const { new_email: email } = await db
    .selectFrom('accounts')
    .select('new_email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const codeId = await checkCode(services, { ip, device }, { purpose: 'change_email', email, code })
  const now = clock()
  try {
    const passwordHash = await transaction(db, async tx => {
      const { email: oldEmail } = await tx
        .selectFrom('accounts')
        .select('email')
        .where('id', '=', accountId)
        .forUpdate()
        .executeTakeFirstOrThrow()
      await useCode(tx, { purpose: 'change_email', email, codeId }, now)
      const changed = await tx
        .updateTable('accounts')
        .set({ email, new_email: '' })
        .where('id', '=', accountId)
        .where('new_email', '=', email)
        .returning('password_hash')
        .executeTakeFirst()
      // Cancelled meanwhile, or replaced by another address.
      requireThat(changed, sentences.codeWrong, 'code')
      await changeAddress(tx, config, { accountId, present: oldEmail, email }, now, tokenId)
      return changed.password_hash
    })
    rememberDevice(config, device, { email, passwordHash })
  } catch (error) {
    if (violatedConstraint(error) === 'accounts_email_once') throw new Refusal(sentences.emailTaken)
    throw error
  }
  jobWaiting()
}
