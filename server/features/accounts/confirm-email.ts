import { Refusal, requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { transaction, violatedConstraint } from '#server/database/transaction.ts'
import type { Services } from '#server/services.ts'
import type { SignedIn } from './actor.ts'
import { changeAddress } from './change-address.ts'
import { type Device, rememberDevice } from './known-device.ts'
import { tryCode, useCode } from './try-code.ts'

/** Makes the address that waits the account's, with the code that was mailed to it (decision A-09, record 028). */
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
  const codeId = await tryCode(services, { ip, device }, { purpose: 'change_email', email, code })
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
      // Cancelled in between, or another one is asked for by now.
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
