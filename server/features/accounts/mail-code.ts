import { randomInt } from 'node:crypto'
import * as addresses from '#contract/addresses.ts'
import type { Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { senderName } from '#server/mail/sender-name.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import type { Services } from '#server/services.ts'
import { hashCode } from './check-code.ts'
import { holdLogin } from './queries.ts'

/**
 * Runs the job of `sendCode`: chooses the four digits and writes the mail, or a mail that says why there is no code.
 */
export async function mailCode(services: Services, { codeId }: { codeId: number }): Promise<void> {
  const { db, clock, config } = services
  const name = senderName(services)
  const now = clock()
  await transaction(db, async tx => {
    // Locks the account before the code, as closing an account does.
    const login = await holdLogin(tx, await readAddress(tx, codeId))
    const asked = await lockCode(tx, codeId, now)
    // An earlier run of this job has already written the mail.
    if (!asked || asked.code_hash.length > 0) return
    if (asked.purpose === 'register' && login) {
      const mail = accountExistsMail(asked.email, codeId, config.publicUrl)
      return writeMail(tx, { ...mail, accountId: login.id }, now)
    }
    if (asked.purpose === 'reset_password' && !login) return
    const code = String(randomInt(10_000)).padStart(4, '0')
    await tx
      .updateTable('email_codes')
      .set({ code_hash: hashCode(config.pepper, codeId, code) })
      .where('id', '=', codeId)
      .execute()
    await writeMail(tx, { ...codeMail(asked.email, codeId, code, name), usefulUntil: asked.expires_at }, now)
  })
}

const readAddress = async (tx: Tx, id: number): Promise<string> => {
  const code = await tx.selectFrom('email_codes').select('email').where('id', '=', id).executeTakeFirst()
  return code?.email ?? ''
}

const lockCode = (tx: Tx, codeId: number, now: Date) =>
  tx
    .selectFrom('email_codes')
    .select(['email', 'purpose', 'code_hash', 'expires_at'])
    .where('id', '=', codeId)
    .where('closed_at', 'is', null)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()

const codeMail = (email: string, codeId: number, code: string, name: string) => ({
  to: email,
  subject: `Your verification code is ${code}`,
  paragraphs: [
    `Your verification code ${name && `at ${name} `}is ${code}`,
    'It can be used once, within ten minutes. If you did not ask for it, you can ignore this message: without the code nothing happens.',
  ],
  purpose: 'code' as const,
  onceKey: `code:${codeId}`,
})

const accountExistsMail = (email: string, codeId: number, publicUrl: string) => ({
  to: email,
  subject: 'You already have an account',
  paragraphs: [
    'Somebody, probably you, asked for a code to register with this email address. You already have an account.',
    `Log in: ${publicUrl}${addresses.logIn()}\nChoose a new password: ${publicUrl}${addresses.resetPassword()}`,
    'If it was not you, you can ignore this message.',
  ],
  purpose: 'account-exists' as const,
  onceKey: `code:${codeId}`,
})
