import { type RawBuilder, sql } from 'kysely'
import { plannerSentences } from '#domain/office/planner-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import { type Acted, act } from '#server/features/staff/act.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { lockClassesOf, lockSessionsAsRead } from './lock-sessions.ts'

/**
 * Deletes drafts, and a class that then has no date and was never shown. Refuses what is not a draft, and with 409 what
 * somebody else saved meanwhile. Locks the classes, then the sessions.
 */
export async function deleteDrafts(
  request: OfficeRequest,
  input: { requestId?: string; sessions: { id: number; version: number }[] },
): Promise<Acted<Record<string, never>>> {
  return act(request, input, async tx => {
    await lockClassesOf(
      tx,
      input.sessions.map(({ id }) => id),
    )
    const sessions = await lockSessionsAsRead(tx, input.sessions)
    requireThat(
      sessions.every(({ status }) => status === 'draft'),
      plannerSentences.draftsOnly,
    )
    const ids = sessions.map(({ id }) => id)
    await tx.deleteFrom('session_teachers').where('session_id', 'in', ids).execute()
    await tx.deleteFrom('sessions').where('id', 'in', ids).execute()
    await deleteEmptyClasses(tx, sql`o.id = any(${sessions.map(({ offering_id }) => offering_id)}::bigint[])`)
    return {
      answer: {},
      action: { action: 'session.delete', subjectKind: 'session', facts: { sessions: ids } },
    }
  })
}

/** Takes away classes that nobody ever saw and that have no date left. */
export async function deleteEmptyClasses(tx: Tx, which: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select o.id from offerings o where ${which} and not o.is_active
      and not exists (select from sessions s where s.offering_id = o.id)
      and not exists (select from waiting_entries w where w.offering_id = o.id)`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await sql`delete from offering_slots where offering_id = any(${ids}::bigint[])`.execute(tx)
  await sql`delete from offerings where id = any(${ids}::bigint[])`.execute(tx)
}
