import { type RawBuilder, sql } from 'kysely'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import { type Acted, act } from '#server/features/staff/act.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'

/** Whether the file of an import (of this name in the statement) can be deleted: not while lines of it may still come. */
export const isDeletable = (run: string): RawBuilder<boolean> => {
  const its = (column: string) => sql.ref(`${run}.${column}`)
  return sql<boolean>`(${its('file_sealed')} is not null and ${its('state')} in ('uploaded', 'checked', 'done'))`
}

/**
 * Deletes an uploaded file with what was wrong with its lines. What was imported of it stays, with its row in the list,
 * and can be undone as before; a file that was never imported leaves no row.
 */
export const deleteImport = (
  request: OfficeRequest,
  asked: { id: number; requestId?: string },
): Promise<Acted<Record<never, never>>> =>
  act(request, asked, async tx => {
    const { id } = asked
    const file = await tx
      .selectFrom('imports')
      .select(['kind', 'state', isDeletable('imports').as('isDeletable')])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    requireThat(file, peopleSentences.importNotFound)
    requireThat(file.isDeletable, peopleSentences.fileNeeded)
    const wasImported = file.state === 'done'
    if (wasImported) {
      await sql`update import_rows set problems = '[]' where import_id = ${id}`.execute(tx)
      await tx.updateTable('imports').set({ file_sealed: null }).where('id', '=', id).execute()
    } else {
      await tx.deleteFrom('import_rows').where('import_id', '=', id).execute()
      await tx.deleteFrom('imports').where('id', '=', id).execute()
    }
    const facts = { kind: file.kind, wasImported }
    return { answer: {}, action: { action: 'import.remove', subjectKind: 'import', subjectId: id, facts } }
  })
