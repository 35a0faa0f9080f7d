import { randomBytes } from 'node:crypto'
import * as addresses from '#contract/addresses.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { longMoment } from '#domain/wording.ts'
import { transaction, violatedConstraint } from '#server/database/transaction.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import type { Services } from '#server/services.ts'
import type { SignedIn } from './actor.ts'
import { type Device, rememberDevice } from './known-device.ts'
import { undoChange } from './take-back-email.ts'
import { hashToken } from './tokens.ts'
import { tryCode, useCode } from './try-code.ts'

const takeBackDays = 7

/**
 * Makes the address that waits the account's, with the code that was mailed to it. The old one is told, with a link by
 * which it can take the account back (decision A-09, record 028). An address that could still take the account back has
 * done so by its code.
 */
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
  const until = new Date(now.getTime() + takeBackDays * 24 * 60 * 60 * 1000)
  const secret = randomBytes(32).toString('base64url')
  try {
    await transaction(db, async tx => {
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
        .returning('id')
        .executeTakeFirst()
      // Cancelled in between, or another one is asked for by now.
      requireThat(changed, sentences.codeWrong)
      const undone = await tx
        .selectFrom('email_changes')
        .select('id')
        .where('account_id', '=', accountId)
        .where('old_email', '=', email)
        .where('taken_back_at', 'is', null)
        .where('take_back_until', '>', now)
        .orderBy('id')
        .executeTakeFirst()
      if (undone) {
        await undoChange(tx, { id: undone.id, accountId, present: oldEmail }, now, tokenId)
        return
      }
      await tx
        .insertInto('email_changes')
        .values({
          account_id: accountId,
          old_email: oldEmail,
          new_email: email,
          secret_hash: hashToken(secret),
          changed_at: now,
          take_back_until: until,
        })
        .execute()
      await writeMail(
        tx,
        {
          to: oldEmail,
          accountId,
          subject: 'The email address of your account was changed',
          paragraphs: [
            'The email address of your account was changed, and this one can no longer be used to log in. If it was you, there is nothing to do.',
            `If it was not you, take your account back until ${longMoment(until)}. That ends every log-in:\n${config.publicUrl}${addresses.takeBackEmail()}#${secret}`,
          ],
          purpose: 'email-changed',
          usefulUntil: until,
        },
        now,
      )
    })
  } catch (error) {
    if (violatedConstraint(error) === 'accounts_email_once') throw new Refusal(sentences.emailTaken)
    throw error
  }
  rememberDevice(config, device, email)
  jobWaiting()
}
