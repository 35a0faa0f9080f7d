import { rememberDevice } from '#server/features/accounts/known-device.ts'
import type { OfficeVisit } from '#server/http/serve-office.ts'

/** A device's mark of the office: that of the same person's own account opens nothing here. */
export const deviceOwner = (email: string): string => `office:${email}`

/** Has the browser keep the session of somebody who came in; from now on it is known to be theirs. */
export function keepSession(
  { config, device, keepToken, jobWaiting }: OfficeVisit,
  email: string,
  token: string,
): void {
  keepToken(token)
  rememberDevice(config, device, deviceOwner(email))
  jobWaiting()
}
