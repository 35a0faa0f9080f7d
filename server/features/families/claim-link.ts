import { createHmac } from 'node:crypto'
import { dayMilliseconds } from '#domain/calendar.ts'
import { passwordLinkDays } from '#domain/limits.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/connect.ts'
import { isSame } from '#server/features/accounts/tokens.ts'

/**
 * The parts of the link that moves a guest's orders into their family. The signature proves that we wrote it.
 */
export interface ClaimLink {
  accountId: string
  /** Milliseconds since 1970. */
  expires: string
  signature: string
}

interface Family {
  id: number
  email: string
}

/** Signs the address that the link is mailed to. When it is corrected, the wrong recipient's link stops working. */
const sign = ({ pepper }: Pick<Config, 'pepper'>, { id, email }: Family, expires: string) =>
  createHmac('sha256', pepper)
    .update(`orders of guest ${email} to ${id} until ${expires}`)
    .digest('base64url')

/**
 * Returns the link by which the owner of a family's address moves earlier guest orders into the account. It
 * works for a month.
 */
export function claimAddress(
  config: Pick<Config, 'pepper' | 'publicUrl'>,
  family: Family,
  now: Date,
): string {
  const expires = String(now.getTime() + passwordLinkDays * dayMilliseconds)
  return `${config.publicUrl}/claim/${family.id}/${expires}/${sign(config, family, expires)}`
}

/** Returns the family whose address a link proves; undefined if the link is invalid or has run out. */
export async function familyOfClaim(
  db: Db,
  config: Pick<Config, 'pepper'>,
  { accountId, expires, signature }: ClaimLink,
  now: Date,
): Promise<(Family & { hasPassword: boolean }) | undefined> {
  if (!/^\d{1,15}$/.test(accountId) || !(Number(expires) > now.getTime())) return undefined
  const family = await db
    .selectFrom('accounts')
    .select(['id', 'email', 'password_hash'])
    .where('id', '=', Number(accountId))
    .where('status', '=', 'active')
    .executeTakeFirst()
  if (!family) return undefined
  const { password_hash: hash, ...owner } = family
  const isOwn = isSame(Buffer.from(signature), Buffer.from(sign(config, owner, expires)))
  return isOwn ? { ...owner, hasPassword: hash !== '' } : undefined
}
