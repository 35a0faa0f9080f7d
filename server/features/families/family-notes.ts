import { sql } from 'kysely'
import type { FamilyNote, families } from '#contract/office/families.ts'
import type { OfficeList } from '#contract/office/office-call.ts'
import type { CallInput } from '#contract/wire.ts'
import { OfficeRefusal, requireFields } from '#domain/office/office-refusal.ts'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { may } from '#domain/office/permissions.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { isoTime } from '#server/database/london-time-sql.ts'
import { readOfficePage } from '#server/database/office-page.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import type { StaffMember } from '#server/request/staff-member.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { lockFamily } from './lock-family.ts'

/** Whether a member may withdraw other members' notes: those who may erase families may. */
const mayWithdrawAny = ({ role }: Pick<StaffMember, 'role'>) => may(role, 'family.erase')

/**
 * Lists the office's notes about a family: pinned ones first, each newest first. Withdrawn ones have no text.
 */
export const listFamilyNotes = (
  db: Db,
  { id, ...asked }: { id: number; after?: string; limit?: number },
  staff: StaffMember,
): Promise<OfficeList<FamilyNote>> =>
  readOfficePage(db, asked, {
    rows: and => sql`select n.id as "rowId", n.id, n.body as text, m.full_name as by, ${isoTime('n.created_at')} as at,
        case when n.withdrawn_at is null then null
          else json_build_object('by', w.full_name, 'at', ${isoTime('n.withdrawn_at')}) end as withdrawn,
        n.pinned_at is not null as "isPinned",
        n.withdrawn_at is null and (n.staff_id = ${staff.staffId} or ${mayWithdrawAny(staff)}) as "mayWithdraw"
      from family_notes n join staff m on m.id = n.staff_id left join staff w on w.id = n.withdrawn_by
      where n.account_id = ${id} and ${and}`,
    comesAfter: noteId => sql`(n.pinned_at is not null, n.id)
      < (select x.pinned_at is not null, x.id from family_notes x where x.id = ${noteId})`,
    order: sql`n.pinned_at is not null desc, n.id desc`,
  })

/** Adds a note about a family, for colleagues. The log records that there is a note, but not its text. */
export function addFamilyNote(
  request: OfficeRequest,
  asked: CallInput<typeof families.addNote>,
): Promise<Recorded<{ noteId: number }>> {
  const { id: accountId, text } = asked
  const { staff, clock } = request
  requireFields({ text: text === '' && peopleSentences.noteRequired })
  return recordAction(request, asked, async tx => {
    await lockFamily(tx, accountId)
    const { id: noteId } = await tx
      .insertInto('family_notes')
      .values({ account_id: accountId, staff_id: staff.staffId, body: text, created_at: clock() })
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      answer: { noteId },
      action: {
        ...{ action: 'note.add' as const, subjectKind: 'family', subjectId: accountId, accountId },
        facts: { note: noteId },
      },
    }
  })
}

/** Withdraws a note and deletes its text. Allowed for its author, and for those who may erase families. */
export function withdrawFamilyNote(
  request: OfficeRequest,
  asked: CallInput<typeof families.withdrawNote>,
): Promise<Recorded<object>> {
  const { id: accountId, noteId } = asked
  const { staff, clock } = request
  return recordAction(request, asked, async tx => {
    const note = await lockNote(tx, accountId, noteId)
    if (note.staff_id !== staff.staffId && !mayWithdrawAny(staff))
      throw new OfficeRefusal(peopleSentences.noteNotYours, 403)
    requireThat(note.withdrawn_at === null, peopleSentences.noteWithdrawn)
    await tx
      .updateTable('family_notes')
      .set({ body: '', withdrawn_at: clock(), withdrawn_by: staff.staffId, pinned_at: null })
      .where('id', '=', noteId)
      .execute()
    return {
      answer: {},
      action: {
        ...{ action: 'note.withdraw' as const, subjectKind: 'family', subjectId: accountId, accountId },
        facts: { note: noteId },
      },
    }
  })
}

/** Pins a note, or unpins it. Refuses a withdrawn one. Pinning it again does not move it. */
export function pinFamilyNote(
  request: OfficeRequest,
  asked: CallInput<typeof families.pinNote>,
): Promise<Recorded<object>> {
  const { id: accountId, noteId, isPinned } = asked
  return recordAction(request, asked, async tx => {
    const note = await lockNote(tx, accountId, noteId)
    requireThat(note.withdrawn_at === null, peopleSentences.noteWithdrawn)
    await tx
      .updateTable('family_notes')
      .set({ pinned_at: isPinned ? request.clock() : null })
      .where('id', '=', noteId)
      .execute()
    return {
      answer: {},
      action: {
        ...{ action: 'note.pin' as const, subjectKind: 'family', subjectId: accountId, accountId },
        facts: { note: noteId, isPinned },
      },
    }
  })
}

/** Locks the family, then one of its notes. */
async function lockNote(tx: Tx, accountId: number, noteId: number) {
  await lockFamily(tx, accountId)
  const note = await tx
    .selectFrom('family_notes')
    .select(['staff_id', 'withdrawn_at'])
    .where('id', '=', noteId)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  requireThat(note, officeSentences.notFound)
  return note
}
