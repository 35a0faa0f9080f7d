import { roles } from '#domain/office/permissions.ts'
import {
  boolean,
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
  hasPassword: boolean,
  passkeys: count,
  lastUsedAt: nullable(instant),
  /** The number of future dates they teach, and the first day. */
  coming: count,
  nextDate: nullable(date),
})
const invitation = plain({ id, email, fullName: name, role, expiresAt: instant, isOver: boolean })

const needsReauthentication = { needsReauthentication: true }
const reason = line

/** The members of staff and their roles (spec 3 §6). */
export const staff = {
  list: read(
    'Staff/list',
    'staff.manage',
    {},
    plain({ members: list(member), invitations: list(invitation) }),
  ),
  invite: write('Staff/invite', 'staff.manage', { email, fullName: name, role }, done, needsReauthentication),
  resend: write('Staff/resend', 'staff.manage', { id }, done, needsReauthentication),
  withdraw: write('Staff/withdraw', 'staff.manage', { id }, done, needsReauthentication),
  setRole: write('Staff/setRole', 'staff.manage', { id, version, role }, saved, needsReauthentication),
  suspend: write(
    'Staff/suspend',
    'staff.manage',
    { id, version, isSuspended: boolean, reason },
    saved,
    needsReauthentication,
  ),
  endSessions: write('Staff/endSessions', 'staff.manage', { id }, done, needsReauthentication),
  resetSecondFactor: write(
    'Staff/resetSecondFactor',
    'staff.manage',
    { id, reason },
    done,
    needsReauthentication,
  ),
}
