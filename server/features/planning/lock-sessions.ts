import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { plannerSentences } from '#domain/office/planner-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import { staleRefusal } from '#server/features/staff/save-versioned.ts'
import { readSessionsOfClass } from './planner-queries.ts'

/**
 * Keeps terms as they are, by id, until the dates that are judged by them are written: whoever changes a term's days or
 * closures, gives it a moment to publish at or deletes it, waits. Many may join a term at once.
 */
export const lockTerms = (tx: Tx, which: RawBuilder<SqlBool>): Promise<unknown> =>
  tx.selectFrom('terms').select('id').where(which).orderBy('id').forShare().execute()

/** The same of the term that a class is in. */
export const lockTermOf = (tx: Tx, offeringId: number): Promise<unknown> =>
  lockTerms(tx, sql`id = (select term_id from offerings where id = ${offeringId})`)

/** The same of the terms that the classes of these sessions are in. */
export const lockTermsOf = (tx: Tx, sessionIds: number[]): Promise<unknown> =>
  lockTerms(
    tx,
    sql`id in (select o.term_id from offerings o join sessions s on s.offering_id = o.id
      where s.id = any(${sessionIds}::bigint[]))`,
  )

/**
 * Locks classes by id, and gives their ids. Whoever changes sessions and their classes begins here: term, classes,
 * sessions, who waits, each by id, is the one order of the planner.
 */
export async function lockClasses(tx: Tx, which: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from offerings o where ${which} order by o.id for no key update of o`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The same of the classes that these sessions are dates of. */
export const lockClassesOf = (tx: Tx, sessionIds: number[]): Promise<number[]> =>
  lockClasses(tx, sql`o.id in (select offering_id from sessions where id = any(${sessionIds}::bigint[]))`)

const sessionsOf = (which: RawBuilder<unknown>) => sql<{ id: number; status: string }>`
  select s.id, s.status from sessions s join offerings o on o.id = s.offering_id where ${which}
  order by s.id for no key update of s`

/** Locks the sessions of classes (`o`), or some of them (`s`), by id. */
export const lockSessionsOf = async (tx: Tx, which: RawBuilder<unknown>) =>
  (await sessionsOf(which).execute(tx)).rows

/** The same of thousands, which nobody here looks at: they are not carried to the process. */
export const lockManySessionsOf = (tx: Tx, which: RawBuilder<unknown>): Promise<unknown> =>
  sql`select count(*) from (${sessionsOf(which)}) locked`.execute(tx)

/** Locks sessions by id, and gives what decides over them; counts are exact until the transaction ends. */
export const lockSessions = async (tx: Tx, ids: number[]) =>
  ids.length === 0
    ? []
    : tx
        .selectFrom('sessions')
        .select(['id', 'version', 'offering_id', 'status', 'starts_at', 'start_date'])
        .select(['capacity', 'places_taken', 'places_offered'])
        .where('id', 'in', ids)
        .orderBy('id')
        .forNoKeyUpdate()
        .execute()

/** The same of sessions as they were read. Refuses with 409 when somebody else saved one meanwhile, and tells the first. */
export async function lockSessionsAsRead(tx: Tx, asRead: { id: number; version: number }[]) {
  const sessions = await lockSessions(
    tx,
    asRead.map(({ id }) => id),
  )
  requireThat(sessions.length > 0, plannerSentences.notFound)
  const versions = new Map(asRead.map(({ id, version }) => [id, version]))
  const stale = sessions.find(({ id, version }) => versions.get(id) !== version)
  if (!stale) return sessions
  const current = async () =>
    (await readSessionsOfClass(tx, stale.offering_id)).find(({ id }) => id === stale.id)
  throw await staleRefusal(tx, 'sessions', stale.id, current)
}
