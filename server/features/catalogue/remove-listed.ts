import { sql } from 'kysely'
import type { ListName } from '#contract/office/catalogue.ts'
import { catalogueSentences } from '#domain/office/catalogue-sentences.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { violatedConstraint } from '#server/database/transaction.ts'
import { type Acted, act } from '#server/features/staff/act.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { editedLists } from './edited-lists.ts'

/** Removes what nothing refers to: the foreign keys decide, so that what was sold or planned stays. */
export const removeListed = (
  request: OfficeRequest,
  input: { list: ListName; id: number; requestId?: string },
): Promise<Acted<Record<string, never>>> =>
  act(request, input, async tx => {
    const { table, subject, removesBeside } = editedLists[input.list]
    await removesBeside?.(tx, input.id)
    try {
      const { rows } = await sql`delete from ${sql.table(table)} where id = ${input.id} returning id`.execute(
        tx,
      )
      requireThat(rows.length > 0, officeSentences.notFound)
    } catch (error) {
      throw violatedConstraint(error) ? new Refusal(catalogueSentences.inUse) : error
    }
    return {
      answer: {},
      action: { action: `${subject}.remove`, subjectKind: subject, subjectId: input.id },
    }
  })
