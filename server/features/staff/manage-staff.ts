import { OfficeRefusal } from '#domain/office/office-refusal.ts'
import { grantOf, type Role } from '#domain/office/permissions.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import { violatedConstraint } from '#server/database/transaction.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { findMember, type Member } from './member-queries.ts'

/**
 * Whether a role may manage members of another role: owners manage everybody, managers front desk and
 * teachers (spec 3 §6).
 */
export function mayManage(by: Role, role: Role): boolean {
  const grant = grantOf(by, 'staff.manage')
  return grant === 'yes' || (grant === 'limited' && (role === 'frontDesk' || role === 'teacher'))
}

/** Refuses members who may not manage that role. */
export function requireMayManage({ staff }: OfficeRequest, role: Role): void {
  if (!mayManage(staff.role, role)) throw new OfficeRefusal(officeSentences.notYours, 403)
}

/** Locks the owners, then a member whom the caller may manage, so that two owners who step down at once wait here. */
export async function lockManaged(tx: Tx, request: OfficeRequest, id: number): Promise<Member> {
  const owners = tx.selectFrom('staff').select('id').where('role', '=', 'owner').orderBy('id')
  await owners.forUpdate().execute()
  await tx.selectFrom('staff').select('id').where('id', '=', id).forUpdate().execute()
  const member = await findMember(tx, id)
  requireThat(member, officeSentences.notFound)
  requireMayManage(request, member.role)
  return member
}

/** Runs work that could remove the last owner, which the database refuses (constraint trigger staff_keeps_an_owner). */
export async function keepingAnOwner<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violatedConstraint(error) !== 'staff_keeps_an_owner') throw error
    throw new OfficeRefusal(officeSentences.lastOwner)
  }
}
