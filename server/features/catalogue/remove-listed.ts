import { sql } from 'kysely'
import type { ListName } from '#contract/office/catalogue.ts'
import { catalogueSentences } from '#domain/office/catalogue-sentences.ts'
import { Refusal } from '#domain/refusal.ts'
import { violatedConstraint } from '#server/database/transaction.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { staleRefusal } from '#server/staff-log/save-versioned.ts'
import { listDefinitions } from './list-definitions.ts'
import { readList } from './queries.ts'

/**
 * Removes an item that nothing refers to. Foreign keys protect sold and planned items. Refuses with 409 if somebody
 * else saved it meanwhile.
 */
export const removeListed = (
  request: OfficeRequest,
  input: { list: ListName; id: number; version?: number; requestId?: string },
): Promise<Recorded<Record<string, never>>> =>
  recordAction(request, input, async tx => {
    const { list, id, version } = input
    const { table, subject, removesBeside } = listDefinitions[list]
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
