import { sql } from 'kysely'
import type { ListName } from '#contract/office/catalogue.ts'
import { catalogueSentences } from '#domain/office/catalogue-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import { type Acted, act } from '#server/features/staff/act.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { editedLists } from './edited-lists.ts'

/** Puts the things of a list in this order, before those that it does not name. */
export const sortList = (
  request: OfficeRequest,
  input: { list: ListName; ids: number[]; requestId?: string },
): Promise<Acted<Record<string, never>>> =>
  act(request, input, async tx => {
    const { table, subject, isSorted } = editedLists[input.list]
    requireThat(isSorted, catalogueSentences.notSorted)
    await sql`select from ${sql.table(table)} order by id for no key update`.execute(tx)
    await sql`update ${sql.table(table)} it set sort = place.sort
      from (select id, row_number() over (order by array_position(${input.ids}::bigint[], id), sort, id) as sort
        from ${sql.table(table)}) place
      where place.id = it.id and it.sort <> place.sort`.execute(tx)
    return { answer: {}, action: { action: `${subject}.sort`, subjectKind: subject } }
  })
