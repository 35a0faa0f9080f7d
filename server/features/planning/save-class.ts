import { sql } from 'kysely'
import type { planner } from '#contract/office/planner.ts'
import type { CallInput } from '#contract/wire.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import { plannerSentences } from '#domain/office/planner-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import { cleanHtml } from '#server/features/content/clean-html.ts'
import { requirePictures } from '#server/features/content/require-pictures.ts'
import { type Acted, act } from '#server/features/staff/act.ts'
import { saveVersioned } from '#server/features/staff/save-versioned.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { lockSessionsOf } from './lock-sessions.ts'
import { paleColour, readRooms } from './make-class.ts'
import { readClass } from './planner-queries.ts'

/**
 * Saves what a class says of itself; its dates keep their own room, places and prices. Coming dates that bear its old
 * name get the new one. Refuses with 409 when somebody else saved meanwhile. Locks the class, then its sessions by id.
 */
export async function saveClass(
  request: OfficeRequest,
  input: CallInput<typeof planner.saveClass>,
): Promise<Acted<{ id: number; version: number }>> {
  const { staff, clock } = request
  const { id } = input
  return act(request, input, async tx => {
    const now = clock()
    const was = await tx
      .selectFrom('offerings as o')
      .innerJoin('offering_types as t', 't.id', 'o.offering_type_id')
      .select(['o.name', 'o.image_path', 'o.venue_id', 'o.age_group_id', 't.name as typeName'])
      .where('o.id', '=', id)
      .executeTakeFirst()
    requireThat(was, plannerSentences.notFound)
    const room = input.roomId === null ? undefined : (await readRooms(tx, was.venue_id)).get(input.roomId)
    const ageIsThere = await tx
      .selectFrom('age_groups')
      .select('id')
      .where('id', '=', input.ageGroupId)
      .where(eb => eb.or([eb('is_active', '=', true), eb('id', '=', was.age_group_id)]))
      .executeTakeFirst()
    const freeDate = tx
      .selectFrom('sessions')
      .select('id')
      .where('offering_id', '=', id)
      .where('credits', '=', 0)
    requireFields({
      ageGroupId: !ageIsThere && plannerSentences.chooseAge,
      roomId: input.roomId !== null && !room && plannerSentences.chooseRoom,
      colour: paleColour(input.colour),
      isPackOnly:
        input.isPackOnly &&
        (await freeDate.where('starts_at', '>', now).executeTakeFirst()) &&
        plannerSentences.packNeedsCredits,
    })
    await requirePictures(tx, [input.imagePath], [was.image_path])
    const name = input.name || was.typeName
    const version = await saveVersioned(
      tx,
      'offerings',
      input,
      {
        name,
        age_group_id: input.ageGroupId,
        room_id: input.roomId,
        ...(room && { classroom: room.name }),
        colour: input.colour,
        introduction_html: cleanHtml(input.introductionHtml),
        image_path: input.imagePath,
        is_pack_only: input.isPackOnly,
      },
      { staff, now, current: () => readClass(tx, id) },
    )
    if (name !== was.name) {
      await lockSessionsOf(tx, sql`o.id = ${id}`)
      await tx
        .updateTable('sessions')
        .set({ name })
        .where('offering_id', '=', id)
        .where('name', '=', was.name)
        .where('starts_at', '>', now)
        .execute()
    }
    return { answer: { id, version }, action: { action: 'class.save', subjectKind: 'class', subjectId: id } }
  })
}
