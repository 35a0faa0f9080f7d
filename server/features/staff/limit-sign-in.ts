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

const fromNetwork = ({ ip }: OfficeVisit) => ({
  key: `office-from:${networkOf(ip)}`,
  atMost: 100,
  perMinutes: day,
})

/** What decision E-34 counts, for the office: at one member from one network, from one network, and from strangers. */
function allowances(visit: OfficeVisit, email: string): Allowance[] {
  const { ip, config, device } = visit
  const tries = [{ key: `office:${email}:${networkOf(ip)}`, atMost: 10, perMinutes: 60 }, fromNetwork(visit)]
  if (isKnown(config, device, deviceOwner(email))) return tries
  return [...tries, { key: `office-anywhere:${email}`, atMost: 50, perMinutes: day }]
}

const codesOf = (email: string) => ({ key: `office-codes:${email}`, atMost: 20, perMinutes: day })

/** Counts a try to come in, and refuses beyond the limits. */
export async function limitSignIn(visit: OfficeVisit, email: string): Promise<void> {
  for (const allowance of allowances(visit, email)) await allowRate(visit.db, allowance, visit.clock())
}

/** Counts that a page begins to ask for a passkey, which leaves a row: more often than an office of people does. */
export const limitAsking = ({ db, ip, clock }: OfficeVisit): Promise<void> =>
  allowRate(db, { key: `office-ask:${networkOf(ip)}`, atMost: 300, perMinutes: 60 }, clock())

/** Counts a passkey that is shown: nobody guesses one, so that it is limited by its network alone. */
export const limitPasskeys = (visit: OfficeVisit): Promise<void> =>
  allowRate(visit.db, fromNetwork(visit), visit.clock())

/** Counts a code of a stranger who knew the password: there are no more guesses in a day than these. */
export async function limitCodes(visit: OfficeVisit, email: string): Promise<void> {
  const isOwn = isKnown(visit.config, visit.device, deviceOwner(email))
  if (!isOwn) await allowRate(visit.db, codesOf(email), visit.clock())
}

/** Somebody came in: their tries no longer count. */
export async function forgetSignInTries(db: Db, visit: OfficeVisit, email: string): Promise<void> {
  const [own, ...others] = allowances(visit, email)
  if (own) await forgetTries(db, own.key)
  await forgetTries(db, codesOf(email).key)
  for (const allowance of others) await uncountTry(db, allowance, visit.clock())
}
