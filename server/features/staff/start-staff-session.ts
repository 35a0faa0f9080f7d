import { deviceWords } from '#domain/office/device-words.ts'
import type { Tx } from '#server/database/connect.ts'
import { hashNetwork } from '#server/request/rate-limit.ts'
import type { OfficeVisit } from '#server/request/serve-office.ts'
import { type Action, writeAction } from '#server/staff-log/record-action.ts'
import { isOwnDevice } from './known-office-device.ts'
import { forgetSignInTries } from './limit-sign-in.ts'
import { tellOfNewDevice } from './mail-member.ts'
import type { Member } from './member-queries.ts'
import { issueStaffSession } from './staff-sessions.ts'

/**
 * Completes a sign-in as the last part of the caller's transaction. Writes a session, a mail about an unknown
 * device (unless `isTold`), and the log row. Returns the token, which `keepSession` gives to the browser.
 */
export async function startStaffSession(
  tx: Tx,
  visit: OfficeVisit,
  member: Pick<Member, 'id' | 'email' | 'role' | 'password_hash'>,
  {
    action = 'session.begin',
    facts,
    isTold,
  }: Partial<Pick<Action, 'action' | 'facts'>> & { isTold?: boolean },
): Promise<string> {
  const now = visit.clock()
  const device = deviceWords(visit.userAgent)
  const isNew = !isOwnDevice(visit, member)
  await forgetSignInTries(tx, visit, member)
  const { token, sessionId } = await issueStaffSession(tx, { staffId: member.id, role: member.role }, now, {
    device,
    network: hashNetwork(visit.config, visit.ip),
  })
  if (isNew && !isTold) await tellOfNewDevice(tx, visit, member, device)
  const subject = { subjectKind: 'staff', subjectId: member.id }
  await writeAction(
    tx,
    visit.config,
    { staffId: member.id, sessionId },
    { action, ...subject, facts: { ...facts, isNewDevice: isNew } },
    now,
  )
  return token
}
