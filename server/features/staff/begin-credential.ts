import { OfficeRefusal } from '#domain/office/office-refusal.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { openAttempt } from './attempts.ts'
import { hasCredential, readOwnSignIn } from './member-queries.ts'

/** Begins to add a credential for a signed-in member. Demo members, whom everybody shares, get none. */
export async function beginCredential({
  db,
  clock,
  config,
  staff,
}: OfficeRequest): Promise<{ attempt: string }> {
  const isOfDemo = config.business === 'demo' && !(await hasCredential(db, staff.staffId))
  if (isOfDemo) throw new OfficeRefusal(officeSentences.demoHasNoCredential)
  const { email, fullName } = await readOwnSignIn(db, staff)
  const begun = { staff_id: staff.staffId, session_id: staff.sessionId, email, full_name: fullName }
  return { attempt: await openAttempt(db, { purpose: 'enrol', ...begun }, clock()) }
}
