import { sql } from 'kysely'
import type { registers, ShownNote } from '#contract/office/registers.ts'
import type { CallInput } from '#contract/wire.ts'
import { mayChangeNote } from '#domain/office/marks.ts'
import { OfficeRefusal, requireFields } from '#domain/office/office-refusal.ts'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { saveVersioned } from '#server/staff-log/save-versioned.ts'
import { notesOfRegisters } from './day-marks.ts'
import { requireRegister } from './open-register.ts'
import { lockNotedPlace } from './place-of-note.ts'

type Asked = CallInput<typeof registers.saveNote>

/**
 * Adds a note to a register, or changes one. An empty text removes it. The log records that there is a note, but not
 * its text.
 */
export const saveRegisterNote = (
  request: OfficeRequest,
  asked: Asked,
): Promise<Recorded<{ id: number; version: number }>> =>
  recordAction(request, asked, async tx => {
    const { accountId, childId } = await lockNotedPlace(tx, asked)
    await requireRegister(tx, request, asked.sessionId)
    const saved = asked.id
      ? await change(tx, request, { ...asked, id: asked.id })
      : await add(tx, request, asked)
    return {
      answer: saved,
      action: {
        ...{ action: 'register.note' as const, subjectKind: 'session', subjectId: asked.sessionId },
        ...(accountId && { accountId }),
        ...(childId && { childIds: [childId] }),
        facts: { note: saved.id, isRemoved: asked.text === '' },
      },
    }
  })

function add(
  tx: Tx,
  { staff, clock }: OfficeRequest,
  asked: Asked,
): Promise<{ id: number; version: number }> {
  const { sessionId, day, bookingId = null, walkInId = null, text } = asked
  requireFields({ text: text === '' && peopleSentences.noteRequired })
  const now = clock()
  return tx
    .insertInto('register_notes')
    .values({
      ...{ session_id: sessionId, on_day: day, booking_id: bookingId, walk_in_id: walkInId, body: text },
      ...{ staff_id: staff.staffId, created_at: now, updated_at: now, updated_by: staff.staffId },
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
}

async function change(tx: Tx, { staff, clock }: OfficeRequest, asked: Asked & { id: number }) {
  const { id, version, sessionId, day, bookingId = null, walkInId = null, text } = asked
  const note = await tx
    .selectFrom('register_notes')
    .select('staff_id')
    .where('id', '=', id)
    .where('session_id', '=', sessionId)
    .where('on_day', '=', day)
    .where('booking_id', 'is not distinct from', bookingId)
    .where('walk_in_id', 'is not distinct from', walkInId)
    .forUpdate()
    .executeTakeFirst()
  requireThat(note, officeSentences.notFound)
  if (!mayChangeNote({ id: staff.staffId, role: staff.role }, note.staff_id))
    throw new OfficeRefusal(peopleSentences.registerNoteNotYours, 403)
  const current = async () =>
    (await sql<ShownNote>`${notesOfRegisters} where n.id = ${id}`.execute(tx)).rows[0]
  const saving = { staff, now: clock(), current }
  return {
    id,
    version: await saveVersioned(
      tx,
      'register_notes',
      { id, ...(version && { version }) },
      { body: text },
      saving,
    ),
  }
}
