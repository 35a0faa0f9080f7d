import { createHmac } from 'node:crypto'
import { dayMilliseconds } from '#domain/calendar.ts'
import { passwordLinkDays } from '#domain/limits.ts'
import { requireGoodPassword } from '#domain/password-rule.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Config } from '#server/config.ts'
import type { Services } from '#server/services.ts'
import { hashPassword } from './hash-password.ts'
import { isSame } from './tokens.ts'

/** The parts of an invitation's link. The signature proves that we wrote it. */
export interface PasswordLink {
  accountId: string
  /** Milliseconds since 1970. */
  expires: string
  signature: string
}

interface Family {
  id: number
  email: string
}

/**
 * Signs the address that the link is mailed to. When the address is corrected, the wrong recipient's link
 * stops working.
 */
const sign = ({ pepper }: Pick<Config, 'pepper'>, { id, email }: Family, expires: string) =>
  createHmac('sha256', pepper)
    .update(`first password of ${id} at ${email} until ${expires}`)
    .digest('base64url')

/**
 * Returns the link by which a family without a password chooses one. It works for a month, until the family
 * has a password or another email address.
 */
export function choosePasswordAddress(
  config: Pick<Config, 'pepper' | 'publicUrl'>,
  family: Family,
  now: Date,
): string {
  const expires = String(now.getTime() + passwordLinkDays * dayMilliseconds)
  return `${config.publicUrl}/set-password/${family.id}/${expires}/${sign(config, family, expires)}`
}

/**
 * Returns the account whose address a link proves, if it has no password yet. Undefined if the link is
 * invalid or used.
 */
export async function familyOfLink(
  { db, config, clock }: Services,
  { accountId, expires, signature }: PasswordLink,
): Promise<Family | undefined> {
  if (!/^\d{1,15}$/.test(accountId) || !(Number(expires) > clock().getTime())) return undefined
  const family = await db
    .selectFrom('accounts')
    .select(['id', 'email'])
    .where('id', '=', Number(accountId))
    .where('status', '=', 'active')
    .where('password_hash', '=', '')
    .executeTakeFirst()
  const expected = family ? sign(config, family, expires) : ''
  return isSame(Buffer.from(signature), Buffer.from(expected)) ? family : undefined
}

/** Gives a family its first password, by a link that was mailed to it. The link is then used up. */
export async function choosePassword(
  services: Services,
  link: PasswordLink,
  { password, again }: { password: string; again: string },
): Promise<void> {
  requireGoodPassword(password)
  requireThat(password === again, sentences.passwordsDiffer)
  const family = await familyOfLink(services, link)
  requireThat(family, sentences.linkInvalid)
  const passwordHash = await hashPassword(password)
  const changed = await services.db
    .updateTable('accounts')
    .set({ password_hash: passwordHash })
    .where('id', '=', family.id)
    .where('email', '=', family.email)
    .where('status', '=', 'active')
    .where('password_hash', '=', '')
    .returning('id')
    .executeTakeFirst()
  requireThat(changed, sentences.linkInvalid)
}
