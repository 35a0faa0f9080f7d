import type { Db } from '#server/database/connect.ts'
import { type Allowance, allowRate, forgetTries, networkOf, uncountTry } from '#server/request/rate-limit.ts'
import type { OfficeVisit } from '#server/request/serve-office.ts'
import { isOwnDevice } from './known-office-device.ts'
import type { Member } from './member-queries.ts'

const day = 24 * 60

type Owner = Pick<Member, 'email' | 'password_hash'>

/**
 * Limits failed sign-ins to the office (decision E-34): per member and network, per network, and by
 * strangers. A device that the member knows is counted separately, so that nobody else can lock it out.
 */
function allowances(visit: OfficeVisit, email: string, member: Owner | undefined): Allowance[] {
  const network = networkOf(visit.ip)
  if (isOwnDevice(visit, member)) {
    return [
      { key: `office-known:${email}:${network}`, atMost: 10, perMinutes: 60 },
      { key: `office-known:${email}`, atMost: 200, perMinutes: day },
    ]
  }
  return [
    { key: `office:${email}:${network}`, atMost: 10, perMinutes: 60 },
    { key: `office-from:${network}`, atMost: 100, perMinutes: day },
    { key: `office-anywhere:${email}`, atMost: 50, perMinutes: day },
  ]
}

const codesOf = (visit: OfficeVisit, member: Owner): Allowance =>
  isOwnDevice(visit, member)
    ? { key: `office-codes-known:${member.email}`, atMost: 30, perMinutes: day }
    : { key: `office-codes:${member.email}`, atMost: 20, perMinutes: day }

/** Counts a sign-in, and refuses beyond the limits. */
export async function limitSignIn(
  visit: OfficeVisit,
  email: string,
  member: Owner | undefined,
): Promise<void> {
  for (const allowance of allowances(visit, email, member))
    await allowRate(visit.db, allowance, visit.clock())
}

/** Counts requests for passkey options, because each writes a row. */
export const limitAsking = ({ db, ip, clock }: OfficeVisit): Promise<void> =>
  allowRate(db, { key: `office-ask:${networkOf(ip)}`, atMost: 300, perMinutes: 60 }, clock())

/** Counts a network's failures with passkeys or links. They cannot be guessed, so there is no other limit. */
export async function limitFailures<T>(
  { db, ip, clock }: OfficeVisit,
  what: 'passkey' | 'link',
  work: () => Promise<T>,
): Promise<T> {
  const tries = { key: `office-${what}:${networkOf(ip)}`, atMost: 100, perMinutes: 60 }
  await allowRate(db, tries, clock())
  const done = await work()
  await uncountTry(db, tries, clock())
  return done
}

/**
 * Counts a recovery code by network only. Its 79 random bits cannot be guessed, and a count per address would
 * let a stranger lock out its owner and learn who works here. A known device is counted separately.
 */
export async function limitRecovery(visit: OfficeVisit, member: Owner | undefined): Promise<void> {
  const key = isOwnDevice(visit, member)
    ? `office-recovery-known:${member?.email}`
    : `office-recovery:${networkOf(visit.ip)}`
  await allowRate(visit.db, { key: `${key}:hour`, atMost: 20, perMinutes: 60 }, visit.clock())
  await allowRate(visit.db, { key, atMost: 100, perMinutes: day }, visit.clock())
}

/** Counts a code after a correct password, which limits the guesses per day. */
export const limitCodes = (visit: OfficeVisit, member: Owner): Promise<void> =>
  allowRate(visit.db, codesOf(visit, member), visit.clock())

/** Deletes a member's failed tries after a sign-in, except wrong codes, which have a daily limit. */
export async function forgetSignInTries(db: Db, visit: OfficeVisit, member: Owner): Promise<void> {
  const [own, ...others] = allowances(visit, member.email, member)
  if (own) await forgetTries(db, own.key)
  for (const allowance of [...others, codesOf(visit, member)]) await uncountTry(db, allowance, visit.clock())
}
