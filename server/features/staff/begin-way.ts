import { OfficeRefusal } from '#domain/office/office-refusal.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { openAttempt } from './attempts.ts'
import { hasWayIn, readOwnSignIn } from './member-queries.ts'

/** Begins one more way in for somebody who is signed in. The demo's people are everybody's: they get none. */
export async function beginWay({ db, clock, config, staff }: OfficeRequest): Promise<{ attempt: string }> {
  const isOfDemo = config.business === 'demo' && !(await hasWayIn(db, staff.staffId))
  if (isOfDemo) throw new OfficeRefusal(officeSentences.demoHasNoWay)
  const { email, fullName } = await readOwnSignIn(db, staff)
  const begun = { staff_id: staff.staffId, session_id: staff.sessionId, email, full_name: fullName }
  return { attempt: await openAttempt(db, { purpose: 'enrol', ...begun }, clock()) }
}
