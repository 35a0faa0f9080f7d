import type { Db } from '#server/database/connect.ts'
import {
  type Allowance,
  allowRate,
  forgetTries,
  networkOf,
  uncountTry,
} from '#server/features/accounts/allow-rate.ts'
import { isKnown } from '#server/features/accounts/known-device.ts'
import type { OfficeVisit } from '#server/http/serve-office.ts'
import { deviceOwner } from './known-office-device.ts'

const day = 24 * 60

/**
 * What decision E-34 counts, for the office: at one member from one network, from one network, and from strangers. A
 * device that the member knows is counted by itself, so that nobody beside it, or far away, shuts it out.
 */
function allowances({ ip, config, device }: OfficeVisit, email: string): Allowance[] {
  const network = networkOf(ip)
  if (isKnown(config, device, deviceOwner(email))) {
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

const codesOf = ({ config, device }: OfficeVisit, email: string): Allowance =>
  isKnown(config, device, deviceOwner(email))
    ? { key: `office-codes-known:${email}`, atMost: 30, perMinutes: day }
    : { key: `office-codes:${email}`, atMost: 20, perMinutes: day }

/** Counts a try to come in, and refuses beyond the limits. */
export async function limitSignIn(visit: OfficeVisit, email: string): Promise<void> {
  for (const allowance of allowances(visit, email)) await allowRate(visit.db, allowance, visit.clock())
}

/** Counts that a page begins to ask for a passkey, which leaves a row: more often than an office of people does. */
export const limitAsking = ({ db, ip, clock }: OfficeVisit): Promise<void> =>
  allowRate(db, { key: `office-ask:${networkOf(ip)}`, atMost: 300, perMinutes: 60 }, clock())

/** Counts what fails of a network's passkeys, or links: nobody guesses one, so that nothing else is limited of them. */
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

/** Counts a code of whoever knew the password: there are no more guesses in a day than these. */
export const limitCodes = (visit: OfficeVisit, email: string): Promise<void> =>
  allowRate(visit.db, codesOf(visit, email), visit.clock())

/** Somebody came in: their tries no longer count, but for wrong codes, whose bound is the day's. */
export async function forgetSignInTries(db: Db, visit: OfficeVisit, email: string): Promise<void> {
  const [own, ...others] = allowances(visit, email)
  if (own) await forgetTries(db, own.key)
  for (const allowance of [...others, codesOf(visit, email)]) await uncountTry(db, allowance, visit.clock())
}
