import { roles } from '#domain/office/permissions.ts'
import {
  choice,
  count,
  date,
  done,
  email,
  id,
  instant,
  line,
  list,
  name,
  nullable,
  plain,
  read,
  saved,
  truth,
  version,
  write,
} from './office-call.ts'

const role = choice(roles)

/** A member as the Staff page shows them. */
const member = plain({
  id,
  version: id,
  fullName: name,
  email,
  role,
  status: choice(['active', 'suspended', 'invited']),
  hasPassword: truth,
  passkeys: count,
  lastUsedAt: nullable(instant),
  /** Dates still to come that they teach, and the day of the first. */
  coming: count,
  nextDate: nullable(date),
})
const invitation = plain({ id, email, fullName: name, role, expiresAt: instant, isOver: truth })

const proved = { needsProof: true }
const reason = line

/** Who works here, and as what (spec 3 §6). */
export const staff = {
  list: read(
    'Staff/list',
    'staff.manage',
    {},
    plain({ members: list(member), invitations: list(invitation) }),
  ),
  invite: write('Staff/invite', 'staff.manage', { email, fullName: name, role }, done, proved),
  resend: write('Staff/resend', 'staff.manage', { id }, done, proved),
  withdraw: write('Staff/withdraw', 'staff.manage', { id }, done, proved),
  setRole: write('Staff/setRole', 'staff.manage', { id, version, role }, saved, proved),
  suspend: write('Staff/suspend', 'staff.manage', { id, version, isSuspended: truth, reason }, saved, proved),
  endSessions: write('Staff/endSessions', 'staff.manage', { id }, done, proved),
  resetSecondFactor: write('Staff/resetSecondFactor', 'staff.manage', { id, reason }, done, proved),
}
