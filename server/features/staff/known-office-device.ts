import { isKnown, rememberDevice } from '#server/features/accounts/known-device.ts'
import type { OfficeVisit } from '#server/http/serve-office.ts'
import type { Member } from './member-queries.ts'

type Owner = Pick<Member, 'email' | 'password_hash'>

/** Whose mark of the office it is: that of the same person's own account opens nothing here. */
const ownerOf = ({ email, password_hash }: Owner) => ({
  email: `office:${email}`,
  passwordHash: password_hash,
})

/** Whether the device is known to the member; none is to nobody. */
export const isOwnDevice = ({ config, device }: OfficeVisit, member: Owner | undefined): boolean =>
  isKnown(config, device, member && ownerOf(member))

/** From now on the device is known to be the member's, until they have another password. */
export const rememberOwnDevice = ({ config, device }: OfficeVisit, member: Owner): void =>
  rememberDevice(config, device, ownerOf(member))

/** Has the browser keep the session of somebody who came in; from now on it is known to be theirs. */
export function keepSession(visit: OfficeVisit, member: Owner, token: string): void {
  visit.keepToken(token)
  rememberOwnDevice(visit, member)
  visit.jobWaiting()
}
