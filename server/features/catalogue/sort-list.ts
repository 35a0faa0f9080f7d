import { sql } from 'kysely'
import type { ListName } from '#contract/office/catalogue.ts'
import { catalogueSentences } from '#domain/office/catalogue-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { changedBy } from '#server/staff-log/save-versioned.ts'
import { listDefinitions } from './list-definitions.ts'

/**
 * Sorts a list: the given items come first, in this order. Refuses with 409 when the stored order is not the
 * one that was read.
 */
export const sortList = (
  request: OfficeRequest,
  input: { list: ListName; ids: number[]; was: number[]; requestId?: string },
): Promise<Recorded<Record<string, never>>> =>
  recordAction(request, input, async tx => {
    const { table, subject, isSorted } = listDefinitions[input.list]
    requireThat(isSorted, catalogueSentences.notSorted)
    await sql`select from ${sql.table(table)} order by id for no key update`.execute(tx)
    const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)} order by sort, id`.execute(
      tx,
    )
    const now = rows.map(({ id }) => id).filter(id => input.was.includes(id))
    // Leaves out items that were removed meanwhile.
    const was = input.was.filter(id => now.includes(id))
    if (String(now) !== String(was)) throw changedBy(await readLastSort(tx, subject), now)
    await sql`update ${sql.table(table)} it set sort = place.sort
      from (select id, row_number() over (order by array_position(${input.ids}::bigint[], id), sort, id) as sort
        from ${sql.table(table)}) place
      where place.id = it.id and it.sort <> place.sort`.execute(tx)
    return { answer: {}, action: { action: `${subject}.sort`, subjectKind: subject } }
  })

async function readLastSort(tx: Tx, subject: string): Promise<{ by: string | null; at: Date | null }> {
  const last = await tx
    .selectFrom('staff_actions as a')
    .leftJoin('staff as m', 'm.id', 'a.staff_id')
    .select(['m.full_name as by', 'a.at'])
    .where('a.action', '=', `${subject}.sort`)
    .orderBy('a.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ?? { by: null, at: null }
}
