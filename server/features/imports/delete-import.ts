import { type RawBuilder, sql } from 'kysely'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'

/** Whether the file of an import (`run` in SQL) can be deleted: not while lines may still be imported. */
export const isDeletable = (run: string): RawBuilder<boolean> => {
  const its = (column: string) => sql.ref(`${run}.${column}`)
  return sql<boolean>`(${its('file_sealed')} is not null and ${its('state')} in ('uploaded', 'checked', 'done'))`
}

/**
 * Deletes an uploaded file and its lines' errors. What was imported stays in the list and can still be undone;
 * a file never imported leaves no row.
 */
export const deleteImport = (
  request: OfficeRequest,
  asked: { id: number; requestId?: string },
): Promise<Recorded<Record<never, never>>> =>
  recordAction(request, asked, async tx => {
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
