import { sql } from 'kysely'
import type { ListName } from '#contract/office/catalogue.ts'
import { catalogueSentences } from '#domain/office/catalogue-sentences.ts'
import { Refusal } from '#domain/refusal.ts'
import { violatedConstraint } from '#server/database/transaction.ts'
import { type Acted, act } from '#server/features/staff/act.ts'
import { staleRefusal } from '#server/features/staff/save-versioned.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { editedLists } from './edited-lists.ts'
import { readList } from './queries.ts'

/**
 * Removes what nothing refers to: the foreign keys decide, so that what was sold or planned stays. Refuses with 409 when
 * somebody else saved it meanwhile.
 */
export const removeListed = (
  request: OfficeRequest,
  input: { list: ListName; id: number; version?: number; requestId?: string },
): Promise<Acted<Record<string, never>>> =>
  act(request, input, async tx => {
    const { list, id, version } = input
    const { table, subject, removesBeside } = editedLists[list]
    const asRead = await sql`select from ${sql.table(table)} where id = ${id} and version = ${version ?? 0}
      for update`.execute(tx)
    const current = async () => (await readList(tx, list, request.clock(), id))[0]
    if (asRead.rows.length === 0) throw await staleRefusal(tx, table, id, current)
    await removesBeside?.(tx, id)
    try {
      await sql`delete from ${sql.table(table)} where id = ${id}`.execute(tx)
    } catch (error) {
      throw violatedConstraint(error) ? new Refusal(catalogueSentences.inUse) : error
    }
    return {
      answer: {},
      action: { action: `${subject}.remove`, subjectKind: subject, subjectId: id },
    }
  })
