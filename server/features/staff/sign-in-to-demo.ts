import type { Role } from '#domain/office/permissions.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import { transaction } from '#server/database/transaction.ts'
import type { OfficeVisit } from '#server/request/serve-office.ts'
import { writeAction } from '#server/staff-log/record-action.ts'
import { issueStaffSession, officeCookie } from './staff-sessions.ts'

/**
 * Signs anybody in as one of the demo's members, who have no credentials. Impossible in a real business and in
 * production (spec 3 §2.2).
 */
export async function signInToDemo(visit: OfficeVisit, { role }: { role: Role }): Promise<void> {
  const { db, clock, config, keepCookie } = visit
  requireThat(config.business === 'demo', officeSentences.signInFailed)
  const now = clock()
  const member = await demoMember(visit, role)
  requireThat(member, officeSentences.signInFailed)
  const token = await transaction(db, async tx => {
    const { token, sessionId } = await issueStaffSession(tx, { staffId: member.id, role }, now)
    const subject = { subjectKind: 'staff', subjectId: member.id }
    await writeAction(
      tx,
      config,
      { staffId: member.id, sessionId },
      { action: 'session.begin', ...subject, facts: { way: 'demo' } },
      now,
    )
    return token
  })
  keepCookie(officeCookie(config, token))
}

/** Finds a member with neither password nor passkey. Only the demo has such members. */
const demoMember = ({ db }: Pick<OfficeVisit, 'db'>, role: Role) =>
  db
    .selectFrom('staff as m')
    .select('m.id')
    .where('m.role', '=', role)
    .where('m.status', '=', 'active')
    .where('m.password_hash', '=', '')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('staff_passkeys as p').select('p.id').whereRef('p.staff_id', '=', 'm.id'))),
    )
    .orderBy('m.id')
    .executeTakeFirst()
