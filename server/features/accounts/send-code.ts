import { sql } from 'kysely'
import { dayMilliseconds } from '#domain/calendar.ts'
import { isEmailAddress } from '#domain/email-address.ts'
import { codeMinutes, resendCodeSeconds } from '#domain/limits.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Schema } from '#server/database/schema.ts'
import { transaction } from '#server/database/transaction.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { isKnown, type Origin } from '#server/request/known-device.ts'
import { type Allowance, allowRate, countTry, networkOf } from '#server/request/rate-limit.ts'
import type { Services } from '#server/services.ts'
import { findLogin } from './queries.ts'

export type CodePurpose = Schema['email_codes']['purpose']

const second = 1000
/** Counted per purpose, so that codes to register cannot block the owner's password reset. */
const codesPerAddressPerDay = 5
/** Extra codes for a device that the account knows, beyond those that strangers requested (record 012). */
const moreForKnownDevice = 5
/** Counted per purpose, so that many codes to register cannot block resets. */
const codesPerSitePerHour = 500

export const codesForNetwork = (ip: string): Allowance => ({
  key: `code:${networkOf(ip)}`,
  atMost: 30,
  perMinutes: 60,
})

/**
 * Requests a code by mail (decisions E-31, E-34). An address without an account gets the same answer after
 * the same work. Locks the address while its codes are counted.
 */
export async function sendCode(
  { db, clock, config, jobWaiting }: Services,
  { ip, device }: Origin,
  { purpose, email }: { purpose: CodePurpose; email: string },
): Promise<void> {
  requireThat(isEmailAddress(email), sentences.emailRequired, 'email')
  const now = clock()
  await allowRate(db, codesForNetwork(ip), now)
  const login = await findLogin(db, email)
  const atMost = codesPerAddressPerDay + (isKnown(config, device, login) ? moreForKnownDevice : 0)
  // A reset for an unknown address mails nothing, and does not count towards the site's limit.
  const isMailed = login !== undefined || purpose !== 'reset_password'
  await transaction(db, async tx => {
    requireThat(await writeCode(tx, purpose, email, now, { atMost, isMailed }), sentences.codeJustSent)
  })
  jobWaiting()
}

/**
 * Has a new code mailed and returns true, or returns false when one was just sent. Earlier codes stay valid
 * for their ten minutes, so that a stranger's request cannot spoil the code that the owner is typing (record
 * 012).
 */
export async function writeCode(
  tx: Tx,
  purpose: CodePurpose,
  email: string,
  now: Date,
  { atMost = codesPerAddressPerDay, isMailed = true } = {},
): Promise<boolean> {
  await lockAddress(tx, email)
  const recent = await tx
    .selectFrom('email_codes')
    .select('sent_at')
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('sent_at', '>', new Date(now.getTime() - dayMilliseconds))
    .execute()
  const wait = now.getTime() - resendCodeSeconds * second
  if (recent.some(code => code.sent_at.getTime() > wait)) return false
  requireThat(recent.length < atMost, sentences.tooManyTries)
  // Checked against what was sent before, so that known and unknown addresses are refused alike.
  const ofSite = { key: `codes:${purpose}`, perMinutes: 60, weight: isMailed ? 1 : 0 }
  const sent = (await countTry(tx, ofSite, now)) - ofSite.weight
  requireThat(sent < codesPerSitePerHour, sentences.tooManyTries)
  const { id } = await tx
    .insertInto('email_codes')
    .values({
      email,
      purpose,
      code_hash: noCodeYet,
      sent_at: now,
      expires_at: new Date(now.getTime() + codeMinutes * 60 * second),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(tx, 'mail-code', { codeId: id }, now)
  return true
}

/** The stored code before the mail is written. No guess can match it. */
const noCodeYet = Buffer.alloc(0)

/** Locks the codes and invitations of one address until the transaction ends. */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${email}, 1))`.execute(tx)
}
