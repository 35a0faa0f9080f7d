import { isKnown, rememberDevice } from '#server/request/known-device.ts'
import type { OfficeVisit } from '#server/request/serve-office.ts'
import type { Member } from './member-queries.ts'
import { officeCookie } from './staff-sessions.ts'

type Owner = Pick<Member, 'email' | 'password_hash'>

/**
 * Returns the owner of an office device token. The token of the same person's family account does not count
 * here.
 */
const ownerOf = ({ email, password_hash }: Owner) => ({
  email: `office:${email}`,
  passwordHash: password_hash,
})

/** Whether the member knows the device; false without a member. */
export const isOwnDevice = ({ config, device }: OfficeVisit, member: Owner | undefined): boolean =>
  isKnown(config, device, member && ownerOf(member))

/** Remembers the device for the member until their password changes. */
export const rememberOwnDevice = ({ config, device }: OfficeVisit, member: Owner): void =>
  rememberDevice(config, device, ownerOf(member))

/** Sets the session's cookie in the browser, which becomes known to the member. */
export function keepSession(visit: OfficeVisit, member: Owner, token: string): void {
  visit.keepCookie(officeCookie(visit.config, token))
  rememberOwnDevice(visit, member)
  visit.jobWaiting()
}
