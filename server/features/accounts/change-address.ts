import * as addresses from '#contract/addresses.ts'
import { dayMilliseconds } from '#domain/calendar.ts'
import { longMoment } from '#domain/format-dates.ts'
import { takeBackDays } from '#domain/limits.ts'
import type { Config } from '#server/config.ts'
import type { Tx } from '#server/database/connect.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import { undoChange } from './take-back-email.ts'
import { hashToken, newToken } from './tokens.ts'

const noLonger =
  'The email address of your account was changed, and this one can no longer be used to log in.'

/**
 * Mails the old address after an account's address changed, with a link to take the account back (record 028).
 * Without a chosen password it sends no link, because the mail may have gone to a stranger by mistake. If the
 * old address already had a pending link, that change is undone. The account is locked and has its new address
 * already.
 */
export async function changeAddress(
  tx: Tx,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  {
    accountId,
    present,
    email,
    hasPassword = true,
    changedBy,
  }: { accountId: number; present: string; email: string; hasPassword?: boolean; changedBy?: number },
  now: Date,
  exceptTokenId?: number,
): Promise<void> {
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
    await undoChange(tx, { id: undone.id, accountId, present }, now, exceptTokenId)
    return
  }
  const until = new Date(now.getTime() + takeBackDays * dayMilliseconds)
  const secret = newToken()
  if (hasPassword || changedBy) {
    await tx
      .insertInto('email_changes')
      .values({
        account_id: accountId,
        old_email: present,
        new_email: email,
        secret_hash: hashToken(secret),
        changed_at: now,
        take_back_until: until,
        changed_by: changedBy ?? null,
      })
      .execute()
  }
  const link = `${publicUrl}${addresses.takeBackEmail()}#${secret}`
  await writeMail(
    tx,
    {
      to: present,
      accountId,
      subject: 'The email address of your account was changed',
      paragraphs: hasPassword
        ? [
            changedBy
              ? `${noLonger} We did it because we were asked to. If it was you, please say so behind the link below: until then, or until ${longMoment(until)}, your children’s medical and allergy notes are not shown on the site, and a forgotten password cannot be set again.`
              : `${noLonger} If it was you, there is nothing to do.`,
            `If it was not you, take your account back until ${longMoment(until)}. That ends every log-in:\n${link}`,
          ]
        : [`${noLonger} If you think that is wrong, please contact us.`],
      purpose: 'email-changed',
      usefulUntil: until,
    },
    now,
  )
}
