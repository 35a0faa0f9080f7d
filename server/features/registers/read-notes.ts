import { sql } from 'kysely'
import { todayInLondon } from '#domain/calendar.ts'
import { tellsOf } from '#domain/office/people.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { notePlace, openNote } from '#server/features/children/seal-note.ts'
import { writeAction } from '#server/features/staff/act.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'

/** Why notes are opened: for a register, as its session stood, or with a reason for which somebody answers. */
export type Why = { session: { id: number; startsAt: Date; endsAt: Date } } | { reason: string }

/** What a family told of a child's health; '' is nothing. */
export interface ChildNotes {
  childId: number
  medical: string
  allergy: string
}

const openAll = async (
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

type Marks = Map<number, { hasMedical: boolean; hasAllergy: boolean }>

/** The marks of a register: of whom there is something to know, and never what. */
export const marksOf = (notes: ChildNotes[]): Marks =>
  new Map(
    notes.map(({ childId, medical, allergy }) => [
      childId,
      { hasMedical: tellsOf(medical), hasAllergy: tellsOf(allergy) },
    ]),
  )

/**
 * Marks without the words. Nobody reads a note by them, so nothing is written down; everybody who may see the register or
 * the family sees them (spec 3 §6, `child.register`).
 */
export const readMarks = async (
  tx: Db,
  request: Pick<OfficeRequest, 'config'>,
  childIds: number[],
): Promise<Marks> => marksOf(await openAll(tx, request, childIds))

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
  const notes = await openAll(tx, { config }, childIds)
  if (notes.length === 0) return []
  const now = clock()
  await sql`insert into note_opens (day, opened) values (${todayInLondon(now)}, ${notes.length})
    on conflict (day) do update set opened = note_opens.opened + excluded.opened`.execute(tx)
  const accounts = new Set(notes.map(({ accountId }) => accountId))
  await writeAction(
    tx,
    config,
    staff,
    {
      action: 'notes.read',
      ...('session' in why
        ? { subjectKind: 'session', subjectId: why.session.id, facts: timesOf(why.session) }
        : { subjectKind: 'child', subjectId: notes[0]?.childId, reason: why.reason }),
      accountId: accounts.size === 1 ? notes[0]?.accountId : undefined,
      childIds: notes.map(({ childId }) => childId),
    },
    now,
  )
  return notes.map(({ accountId: _account, ...note }) => note)
}
