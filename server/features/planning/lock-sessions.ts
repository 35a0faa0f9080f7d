import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { plannerSentences } from '#domain/office/planner-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import { staleRefusal } from '#server/staff-log/save-versioned.ts'
import { readSessionsOfClass } from './planner-queries.ts'

/**
 * Locks terms by id, shared, until dates checked against them are written. Changes of a term's days, closures
 * or schedule wait, as does its deletion. Several commands may share the lock.
 */
export const lockTerms = (tx: Tx, which: RawBuilder<SqlBool>): Promise<unknown> =>
  tx.selectFrom('terms').select('id').where(which).orderBy('id').forShare().execute()

/** Locks the term of a class, as `lockTerms` does. */
export const lockTermOf = (tx: Tx, offeringId: number): Promise<unknown> =>
  lockTerms(tx, sql`id = (select term_id from offerings where id = ${offeringId})`)

/** Locks the terms of these sessions' classes, as `lockTerms` does. */
export const lockTermsOf = (tx: Tx, sessionIds: number[]): Promise<unknown> =>
  lockTerms(
    tx,
    sql`id in (select o.term_id from offerings o join sessions s on s.offering_id = o.id
      where s.id = any(${sessionIds}::bigint[]))`,
  )

/**
 * Locks classes by id, and returns their ids. Every change of sessions and classes locks in this order: term,
 * classes, sessions, waiting entries, each by id.
 */
export async function lockClasses(tx: Tx, which: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from offerings o where ${which} order by o.id for no key update of o`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Locks the classes of these sessions, as `lockClasses` does. */
export const lockClassesOf = (tx: Tx, sessionIds: number[]): Promise<number[]> =>
  lockClasses(tx, sql`o.id in (select offering_id from sessions where id = any(${sessionIds}::bigint[]))`)

const sessionsOf = (which: RawBuilder<unknown>) => sql<{ id: number; status: string }>`
  select s.id, s.status from sessions s join offerings o on o.id = s.offering_id where ${which}
  order by s.id for no key update of s`

/** Locks the sessions of classes (`o`), or some of them (`s`), by id. */
export const lockSessionsOf = async (tx: Tx, which: RawBuilder<unknown>) =>
  (await sessionsOf(which).execute(tx)).rows

/** Locks thousands of sessions of classes by id, without returning them. */
export const lockManySessionsOf = (tx: Tx, which: RawBuilder<unknown>): Promise<unknown> =>
  sql`select count(*) from (${sessionsOf(which)}) locked`.execute(tx)

/** Locks sessions by id, and returns what decisions need; counts are exact until the transaction ends. */
export const lockSessions = async (tx: Tx, ids: number[]) =>
  ids.length === 0
    ? []
    : tx
        .selectFrom('sessions')
        .select(['id', 'version', 'offering_id', 'status', 'starts_at', 'start_date', 'end_date'])
        .select(['capacity', 'places_taken', 'places_offered'])
        .where('id', 'in', ids)
        .orderBy('id')
        .forNoKeyUpdate()
        .execute()

/**
 * Locks sessions that the caller has read. Refuses with 409 when somebody else saved one meanwhile, and names
 * the first.
 */
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
