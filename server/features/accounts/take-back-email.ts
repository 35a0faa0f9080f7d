import type { contract } from '#contract/contract.ts'
import type { CallOutput } from '#contract/wire.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { transaction, violatedConstraint } from '#server/database/transaction.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import type { Services } from '#server/services.ts'
import { hashPassword } from './hash-password.ts'
import { endTokens, hashToken, newToken } from './tokens.ts'

/**
 * Gives the account back to its former address, by the link mailed there. Ends every sign-in and clears the
 * password; a new one is chosen with a mailed code. Later changes and their links are dropped.
 */
export async function takeBackEmail(
  { db, clock, jobWaiting }: Services,
  secret: string,
): Promise<CallOutput<typeof contract.accounts.takeBackEmail>['outcome']> {
  const now = clock()
  const change = await findChange(db, secret)
  const { id, account_id: accountId, old_email: email } = change
  if (change.taken_back_at) return 'wasUndone'
  if (change.take_back_until <= now) return 'tooLate'
  const passwordHash = await hashPassword(newToken())
  try {
    const outcome = await transaction(db, async tx => {
      const { email: present } = await tx
        .selectFrom('accounts')
        .select('email')
        .where('id', '=', accountId)
        .forUpdate()
        .executeTakeFirstOrThrow()
      if (!(await undoChange(tx, { id, accountId, present }, now))) return 'wasUndone'
      await tx
        .updateTable('accounts')
        .set({ email, new_email: '', password_hash: passwordHash })
        .where('id', '=', accountId)
        .execute()
      return 'undone'
    })
    jobWaiting()
    return outcome
  } catch (error) {
    // The owner of the old mailbox has registered another account since.
    if (violatedConstraint(error) === 'accounts_email_once') throw new Refusal(sentences.emailTaken)
    throw error
  }
}

/**
 * Confirms a change of address, by the link that was mailed to the old address. Notes are shown again, and
 * the password can be reset.
 */
export async function agreeToEmail(
  { db, clock }: Services,
  secret: string,
): Promise<CallOutput<typeof contract.accounts.takeBackEmail>['outcome']> {
  const now = clock()
  const { id, taken_back_at, take_back_until } = await findChange(db, secret)
  if (taken_back_at) return 'wasUndone'
  if (take_back_until <= now) return 'tooLate'
  await db
    .updateTable('email_changes')
    .set({ agreed_at: now })
    .where('id', '=', id)
    .where('agreed_at', 'is', null)
    .execute()
  return 'agreed'
}

async function findChange(db: Db, secret: string) {
  const change = await db
    .selectFrom('email_changes')
    .selectAll()
    .where('secret_hash', '=', hashToken(secret))
    .executeTakeFirst()
  requireThat(change, sentences.linkInvalid)
  return change
}

/**
 * Undoes everything that followed from a change of address: later changes, the calendar address, and all
 * sign-ins but the current one. Does nothing if it was undone before. Notifies the present address, without a
 * link. The caller has locked the account.
 */
export async function undoChange(
  tx: Tx,
  { id, accountId, present }: { id: number; accountId: number; present: string },
  now: Date,
  exceptTokenId?: number,
): Promise<boolean> {
  const undone = await tx
    .updateTable('email_changes')
    .set({ taken_back_at: now })
    .where('id', '=', id)
    .where('taken_back_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!undone) return false
  await tx.deleteFrom('email_changes').where('account_id', '=', accountId).where('id', '>', id).execute()
  await endTokens(tx, accountId, now, exceptTokenId)
  await writeMail(
    tx,
    {
      to: present,
      accountId,
      subject: 'The email address of your account was changed back',
      paragraphs: [
        'The address that your account had before has taken it back, and this one can no longer be used to log in. If you think that is wrong, please contact us.',
      ],
      purpose: 'email-changed',
    },
    now,
  )
  return true
}
