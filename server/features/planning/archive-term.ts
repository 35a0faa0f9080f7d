import { sql } from 'kysely'
import { plannerSentences } from '#domain/office/planner-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { saveVersioned } from '#server/staff-log/save-versioned.ts'
import { deleteEmptyClasses } from './delete-drafts.ts'
import { lockClasses, lockSessionsOf } from './lock-sessions.ts'
import { readTermAsListed } from './term-queries.ts'

interface Requested {
  requestId?: string
  id: number
  version?: number
}

/**
 * Archives a term that was opened, or restores it. Its sessions stay as they are; scheduled drafts are no
 * longer published.
 */
export async function archiveTerm(
  request: OfficeRequest,
  input: Requested & { isArchived: boolean },
): Promise<Recorded<{ id: number; version: number }>> {
  const { staff, clock } = request
  const { id, isArchived } = input
  return recordAction(request, input, async tx => {
    const now = clock()
    const current = () => readTermAsListed(tx, id, now)
    const term = await current()
    requireThat(term, plannerSentences.chooseTerm)
    requireThat(term.state !== 'draft', plannerSentences.onlyPublishedArchived)
    const state = isArchived ? 'archived' : 'published'
    const saving = { staff, now, current }
    const version = await saveVersioned(tx, 'terms', input, { state, publish_at: null }, saving)
    const action = {
      action: 'term.archive' as const,
      subjectKind: 'term',
      subjectId: id,
      facts: { isArchived },
    }
    return { answer: { id, version }, action }
  })
}

/** Deletes a term that was never opened, with all its drafts and their classes. Locks the term, its classes, their sessions. */
export async function removeTerm(
  request: OfficeRequest,
  input: Requested,
): Promise<Recorded<Record<string, never>>> {
  const { staff, clock } = request
  const { id } = input
  return recordAction(request, input, async tx => {
    // Stops a copy in progress, and nobody publishes the term meanwhile.
    const now = clock()
    const saving = { staff, now, current: () => readTermAsListed(tx, id, now) }
    await saveVersioned(tx, 'terms', input, { still_to_copy: null, publish_at: null }, saving)
    await lockClasses(tx, sql`o.term_id = ${id}`)
    const sessions = await lockSessionsOf(tx, sql`o.term_id = ${id}`)
    requireThat(
      sessions.every(({ status }) => status === 'draft'),
      plannerSentences.termOpened,
    )
    const sessionIds = sessions.map(session => session.id)
    await sql`delete from session_teachers where session_id = any(${sessionIds}::bigint[])`.execute(tx)
    await sql`delete from sessions where id = any(${sessionIds}::bigint[])`.execute(tx)
    await deleteEmptyClasses(tx, sql`o.term_id = ${id}`)
    await tx.updateTable('offerings').set({ term_id: null }).where('term_id', '=', id).execute()
    await tx.deleteFrom('closures').where('term_id', '=', id).execute()
    await tx.updateTable('terms').set({ copied_from: null }).where('copied_from', '=', id).execute()
    await tx.deleteFrom('terms').where('id', '=', id).execute()
    const facts = { drafts: sessionIds.length }
    return { answer: {}, action: { action: 'term.remove', subjectKind: 'term', subjectId: id, facts } }
  })
}
