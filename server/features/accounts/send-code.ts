import { sql } from 'kysely'
import { dayMilliseconds } from '#domain/calendar.ts'
import { isEmailAddress } from '#domain/email-address.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Schema } from '#server/database/schema.ts'
import { transaction } from '#server/database/transaction.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Services } from '#server/services.ts'
import { type Allowance, allowRate, countTry, networkOf } from './allow-rate.ts'
import { isKnown, type Origin } from './known-device.ts'
import { findLogin } from './queries.ts'

export type CodePurpose = Schema['email_codes']['purpose']

const second = 1000
const resendAfterSeconds = 300
const codeMinutes = 10
/** Of each purpose, so that nobody who asks to register with an address keeps its owner from the reset. */
const codesPerAddressPerDay = 5
/** What strangers asked for leaves so many for a device that the account knows (record 029). */
const moreForKnownDevice = 5
/** Of each purpose: whoever has many codes sent to register keeps nobody from a reset. */
const codesPerSitePerHour = 500

export const codesForNetwork = (ip: string): Allowance => ({
  key: `code:${networkOf(ip)}`,
  atMost: 30,
  perMinutes: 60,
})

/**
 * Asks for a code by mail (decisions E-31, E-34). Whether the address has an account changes neither the
 * answer nor the work: it is looked up each time, for the device and for what counts of the site's hour. The address is
 * locked while it is counted.
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
  // A reset of an address without an account mails nothing, and spends nothing of what the site sends.
  const isMailed = login !== undefined || purpose !== 'reset_password'
  await transaction(db, async tx => {
    requireThat(await writeCode(tx, purpose, email, now, { atMost, isMailed }), sentences.codeJustSent)
  })
  jobWaiting()
}

/**
 * Has a new code mailed, unless one was just sent: then it says no, and does nothing. The one before stays good for its
 * ten minutes: a stranger who asks does not spoil what the owner is about to type (record 029).
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
  const wait = now.getTime() - resendAfterSeconds * second
  if (recent.some(code => code.sent_at.getTime() > wait)) return false
  requireThat(recent.length < atMost, sentences.tooManyTries)
  // Refused by what was sent before, so that an address without an account is refused with those that have one.
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

/** Until the mail is written there is no code, and so nothing to guess. */
const noCodeYet = Buffer.alloc(0)

/** Makes everything about the codes, and the invitations, of one address happen one after the other, until the transaction ends. */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${email}, 1))`.execute(tx)
}
