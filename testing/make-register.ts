import { makeOfficeApi, type OfficeApi } from '#contract/office/client.ts'
import { makeBooking } from './make-booking.ts'
import { type Family, makeFamily } from './make-family.ts'
import { makeOffering, makeSession } from './make-offering.ts'
import { makeStaff } from './office-client.ts'
import { writeRow } from './rows.ts'
import type { TestApp } from './start-test-app.ts'

/** The day of the register that `makeRegister` makes. */
export const registerDay = '2026-11-24'

/** Makes a class with one booked child on `registerDay`. It is five past its start afterwards. */
export async function makeRegister(
  app: TestApp,
): Promise<{ sessionId: number; bookingId: number; family: Family }> {
  app.clock.set('2026-11-23T09:00:00Z')
  const session = await makeSession(app, await makeOffering(app), { date: registerDay })
  const family = await makeFamily(app)
  const { bookingId } = await makeBooking(app, session.id, family)
  app.clock.set('2026-11-24T10:05:00Z')
  return { sessionId: session.id, bookingId, family }
}

/** Makes a member of staff, who teaches the session if one is given. Returns their client. */
export async function makeMember(
  app: TestApp,
  role: 'teacher' | 'frontDesk' | 'manager',
  sessionId?: number,
): Promise<OfficeApi> {
  const { staffId, token } = await makeStaff(app, { role })
  if (sessionId) await writeRow(app.db, 'session_teachers', { session_id: sessionId, staff_id: staffId })
  return makeOfficeApi((path, body) => app.officeCall(path, body, { token }))
}
