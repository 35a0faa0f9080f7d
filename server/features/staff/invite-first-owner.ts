import * as addresses from '#contract/office/addresses.ts'
import type { Role } from '#domain/office/permissions.ts'
import type { Db } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { hasOwner, writeInvitation } from './invitations.ts'
import { findMemberByEmail } from './member-queries.ts'

interface Place {
  officeUrl: string
  now: Date
}

/**
 * Returns the address at which the first owner registers, once, within a day; undefined if there is an owner (O-04).
 */
export async function inviteFirstOwner(db: Db, { officeUrl, now }: Place): Promise<string | undefined> {
  if (await hasOwner(db)) return undefined
  const token = await transaction(db, tx => writeInvitation(tx, { email: '', role: 'owner', hours: 24 }, now))
  return `${officeUrl}${addresses.welcome()}#${token}`
}

/**
 * Invites any address on behalf of the server's operator: a new person, by default an owner, or a member
 * without credentials. A known member keeps their role unless another is named.
 */
export async function inviteFromServer(
  db: Db,
  { email, role }: { email: string; role?: Role | undefined },
  { officeUrl, now }: Place,
): Promise<string> {
  const member = await findMemberByEmail(db, email)
  const invited = { email, fullName: member?.full_name, role: role ?? member?.role ?? 'owner', hours: 24 }
  const token = await transaction(db, tx => writeInvitation(tx, invited, now))
  return `${officeUrl}${addresses.welcome()}#${token}`
}
