import { sql } from 'kysely'
import { todayInLondon } from '#domain/calendar.ts'
import type { Tx } from '#server/database/connect.ts'
import { notePlace, openNote } from '#server/features/children/seal-note.ts'
import { writeAction } from '#server/features/staff/act.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'

/** Why notes are opened: for a register, or with a reason for which somebody answers. */
export type Why = { sessionId: number } | { reason: string }

/** What a family told of a child's health; '' is nothing. */
export interface ChildNotes {
  childId: number
  medical: string
  allergy: string
}

/**
 * Opens medical and allergy notes for staff, who are the only way to it beside the family itself: counts them and writes
 * who, whose and why into the log, in the caller's transaction and at its end, or gives nothing (trust row 27,
 * decision O-10, invariant 36). Who may is decided before.
 */
export async function readNotes(
  tx: Tx,
  { staff, config, clock }: Pick<OfficeRequest, 'staff' | 'config' | 'clock'>,
  childIds: number[],
  why: Why,
): Promise<ChildNotes[]> {
  const children = await tx
    .selectFrom('children')
    .select(['id', 'account_id', 'medical_sealed', 'allergy_sealed'])
    .where('id', 'in', childIds.length > 0 ? childIds : [0])
    .orderBy('id')
    .execute()
  if (children.length === 0) return []
  const now = clock()
  const notes = children.map(child => ({
    childId: child.id,
    medical: openNote(config.dataKey, child.medical_sealed, notePlace(child.account_id, 'medical')),
    allergy: openNote(config.dataKey, child.allergy_sealed, notePlace(child.account_id, 'allergy')),
  }))
  await sql`insert into note_opens (day, opened) values (${todayInLondon(now)}, ${children.length})
    on conflict (day) do update set opened = note_opens.opened + excluded.opened`.execute(tx)
  const accounts = new Set(children.map(child => child.account_id))
  await writeAction(
    tx,
    staff,
    {
      action: 'notes.read',
      subjectKind: 'sessionId' in why ? 'session' : 'child',
      subjectId: 'sessionId' in why ? why.sessionId : children[0]?.id,
      accountId: accounts.size === 1 ? children[0]?.account_id : undefined,
      childIds: children.map(child => child.id),
      reason: 'reason' in why ? why.reason : '',
    },
    now,
  )
  return notes
}
