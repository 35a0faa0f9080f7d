import { deviceWords } from '#domain/office/device-words.ts'
import type { Tx } from '#server/database/connect.ts'
import { markOfNetwork } from '#server/features/accounts/allow-rate.ts'
import type { OfficeVisit } from '#server/http/serve-office.ts'
import { type Action, writeAction } from './act.ts'
import { isOwnDevice } from './known-office-device.ts'
import { forgetSignInTries } from './limit-sign-in.ts'
import type { Member } from './member-queries.ts'
import { issueStaffSession } from './staff-sessions.ts'
import { tellOfNewDevice } from './tell-member.ts'

/**
 * Lets somebody in who has proved who they are, as the last part of the caller's transaction: a new session, the mail
 * about a device that was not seen before unless they are told already, the row of the log. Gives the token, which `keepSession` hands to the browser.
 */
export async function enterOffice(
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
    network: markOfNetwork(visit.config, visit.ip),
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
