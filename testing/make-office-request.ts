import { recogniseStaff } from '#server/features/staff/staff-sessions.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { makeStaff } from './office-client.ts'
import type { TestApp } from './start-test-app.ts'

/** Returns what a handler of the office gets from a member who has just signed in, for commands without a call. */
export async function makeOfficeRequest(app: TestApp, services = app.services): Promise<OfficeRequest> {
  const { token } = await makeStaff(app)
  const staff = await recogniseStaff(app.db, token, app.clock.now())
  if (!staff) throw new Error('nobody')
  const submitted = { path: '', input: {} }
  return {
    ...services,
    staff,
    submitted,
    ip: '',
    device: { tokens: [] },
    userAgent: '',
    keepCookie: () => {},
  }
}
