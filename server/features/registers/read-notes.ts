import { sql } from 'kysely'
import { todayInLondon } from '#domain/calendar.ts'
import { hasContent } from '#domain/office/people.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { notePlace, openNote } from '#server/database/seal-note.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { writeAction } from '#server/staff-log/record-action.ts'
import { findUnlogged } from './reading-once.ts'

/**
 * The reason for opening notes: a register, with its session's times and the id of the reading, or a text by the person
 * who opens them.
 */
export type Why =
  | { session: { id: number; startsAt: Date; endsAt: Date }; reading?: string | undefined }
  | { reason: string }

/** The notes about a child's health; '' means none. */
export interface ChildNotes {
  childId: number
  medical: string
  allergy: string
}

/** Opens notes to compare them. A note that is shown must be logged, by `readNotes`. */
export const openAll = async (
  tx: Db,
  { config }: Pick<OfficeRequest, 'config'>,
  childIds: number[],
): Promise<(ChildNotes & { accountId: number })[]> => {
  const children = await tx
    .selectFrom('children')
    .select(['id', 'account_id', 'medical_sealed', 'allergy_sealed'])
    .where('id', 'in', childIds.length > 0 ? childIds : [0])
    .orderBy('id')
    .execute()
  return children.map(child => ({
    accountId: child.account_id,
    childId: child.id,
    medical: openNote(config.dataKey, child.medical_sealed, notePlace(child.account_id, 'medical')),
    allergy: openNote(config.dataKey, child.allergy_sealed, notePlace(child.account_id, 'allergy')),
  }))
}

const timesOf = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }) => ({
  startsAt: startsAt.toISOString(),
  endsAt: endsAt.toISOString(),
})

type Badges = Map<number, { hasMedical: boolean; hasAllergy: boolean }>

/** Returns the badges of a register: who has notes, but never their content. */
export const badgesOf = (notes: ChildNotes[]): Badges =>
  new Map(
    notes.map(({ childId, medical, allergy }) => [
      childId,
      { hasMedical: hasContent(medical), hasAllergy: hasContent(allergy) },
    ]),
  )

/**
 * Reads badges without the notes' content. No note is read, so nothing is logged. Everybody who may see the register or
 * the family sees them (spec 3 §6, `child.register`).
 */
export const readBadges = async (
  tx: Db,
  request: Pick<OfficeRequest, 'config'>,
  childIds: number[],
): Promise<Badges> => badgesOf(await openAll(tx, request, childIds))

/**
 * Decrypts medical and allergy notes for staff; besides the family's own pages nothing else does. Counts them
 * and logs who read whose notes and why, at the end of the caller's transaction. If it cannot log, it returns
 * nothing (trust row 27, decision O-10, invariant 36). Notes that the log already has under the same reading are not
 * logged again. The caller has checked the permission.
 */
export async function readNotes(
  tx: Tx,
  { staff, config, clock }: Pick<OfficeRequest, 'staff' | 'config' | 'clock'>,
  childIds: number[],
  why: Why,
): Promise<ChildNotes[]> {
  const notes = await openAll(tx, { config }, childIds)
  if (notes.length === 0) return []
  const now = clock()
  const shown = notes.map(({ accountId: _account, ...note }) => note)
  const unlogged =
    'session' in why && why.reading
      ? await findUnlogged(tx, {
          ...{ id: why.reading, staffId: staff.staffId, sessionId: why.session.id, readAt: now, now },
          childIds: notes.map(({ childId }) => childId),
        })
      : childIds
  const logged = notes.filter(({ childId }) => unlogged.includes(childId))
  if (logged.length === 0) return shown
  await sql`insert into note_opens (day, opened) values (${todayInLondon(now)}, ${logged.length})
    on conflict (day) do update set opened = note_opens.opened + excluded.opened`.execute(tx)
  const accounts = new Set(logged.map(({ accountId }) => accountId))
  await writeAction(
    tx,
    config,
    staff,
    {
      action: 'notes.read',
      ...('session' in why
        ? { subjectKind: 'session', subjectId: why.session.id, facts: timesOf(why.session) }
        : { subjectKind: 'child', subjectId: logged[0]?.childId, reason: why.reason }),
      accountId: accounts.size === 1 ? logged[0]?.accountId : undefined,
      childIds: logged.map(({ childId }) => childId),
    },
    now,
  )
  return shown
}
