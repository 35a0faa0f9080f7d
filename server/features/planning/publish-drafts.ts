import { type RawBuilder, sql } from 'kysely'
import { OfficeRefusal, requireFields } from '#domain/office/office-refusal.ts'
import { becomesPublic, beginsBefore, plannerSentences, termOpens } from '#domain/office/planner-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { offerFreedPlaces } from '#server/features/waiting-list/offer-places.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import type { Services } from '#server/services.ts'
import { recordAction, writeAction } from '#server/staff-log/record-action.ts'
import { saveVersioned } from '#server/staff-log/save-versioned.ts'
import { lockClasses, lockClassesOf, lockManySessionsOf, lockSessionsAsRead } from './lock-sessions.ts'
import { readTerm, readTermAsListed } from './term-queries.ts'

/** The drafts to publish: all of a term, or some. */
export type Drafts = { termId: number } | { sessionIds: number[] }

/**
 * Locks the classes of drafts, then the drafts, and returns them. A term's drafts are found through its
 * classes: through the term, every statement would read the dates of ten years.
 */
async function lockDrafts(tx: Tx, drafts: Drafts, dueAt: Date | null): Promise<RawBuilder<unknown>> {
  const classes =
    'termId' in drafts
      ? await lockClasses(tx, sql`o.term_id = ${drafts.termId}`)
      : await lockClassesOf(tx, drafts.sessionIds)
  const chosen =
    'termId' in drafts
      ? sql`s.offering_id = any(${classes}::bigint[])`
      : sql`s.id = any(${drafts.sessionIds}::bigint[])
          and (${dueAt}::timestamptz is null or s.publish_at <= ${dueAt})`
  const these = sql`${chosen} and s.status = 'draft'`
  await lockManySessionsOf(tx, these)
  return these
}

/**
 * Publishes future drafts in one statement, so that a term opens at once (decision O-53), and shows their classes. With
 * `dueAt`, publishes only those of the given drafts whose publication time has come. Offers places to those who wait
 * for any date of a class. Returns how many, and for given drafts which. Locks the classes, then the sessions, then the
 * waiting entries, each by id.
 */
export async function publishDrafts(
  tx: Tx,
  drafts: Drafts,
  { now, staffId, dueAt = null }: { now: Date; staffId: number | null; dueAt?: Date | null },
): Promise<{ count: number; sessionIds: number[] }> {
  const these = await lockDrafts(tx, drafts, dueAt)
  // A term has thousands of drafts, so they are handled in the database and not loaded.
  const { rows } = await sql<{
    count: number
    sessionIds: number[]
    offeringIds: number[]
    awaited: number[]
  }>`
    with published as (
      update sessions s set status = 'scheduled', publish_at = null, version = s.version + 1, updated_at = ${now},
        updated_by = ${staffId}
      where s.starts_at > ${now} and ${these}
      returning s.id, s.offering_id
    )
    select count(*)::integer as count, json_agg(distinct p.offering_id) as "offeringIds",
      coalesce(json_agg(p.id order by p.id) filter (where ${'sessionIds' in drafts}), '[]') as "sessionIds",
      coalesce(json_agg(p.id order by p.id) filter (where exists (
        select from waiting_entries w
        where w.offering_id = p.offering_id and w.status = 'waiting' and w.session_id is null)), '[]') as awaited
    from published p`.execute(tx)
  const { count = 0, sessionIds = [], offeringIds = [], awaited = [] } = rows[0] ?? {}
  if (count === 0) return { count, sessionIds }
  await sql`update offerings o set is_active = true, start_date = d.first, end_date = d.last
    from (select offering_id, min(start_date) as first, max(end_date) as last from sessions
      where status in ('scheduled', 'withdrawn') and offering_id = any(${offeringIds}::bigint[]) group by offering_id) d
    where d.offering_id = o.id`.execute(tx)
  await offerFreedPlaces(tx, awaited, now)
  return { count, sessionIds }
}

type Versions = { id: number; version: number }[]

/**
 * Publishes the given drafts, now or at a later time that replaces their former one. Refuses with 409 if somebody else
 * saved one meanwhile. Locks the classes, then the sessions.
 */
export async function publishSessions(
  request: OfficeRequest,
  input: { requestId?: string; sessions: Versions; at: string | null },
): Promise<Recorded<{ published: number; saved: Versions }>> {
  const { clock, staff, jobWaiting } = request
  const { sessions, at } = input
  const recorded = await recordAction(request, input, async tx => {
    const now = clock()
    await lockClassesOf(
      tx,
      sessions.map(({ id }) => id),
    )
    const locked = await lockSessionsAsRead(tx, sessions)
    const drafts = locked.filter(({ status, starts_at }) => status === 'draft' && starts_at > now)
    requireThat(drafts.length > 0, plannerSentences.nothingToPublish)
    const sessionIds = drafts.map(({ id }) => id)
    const published = at
      ? await publishLater(tx, { sessionIds }, momentToCome(at, now), { now, staffId: staff.staffId })
      : (await publishDrafts(tx, { sessionIds }, { now, staffId: staff.staffId })).count
    const facts = { sessions: sessionIds, ...(at ? { at } : { published }) }
    const saved = await tx
      .selectFrom('sessions')
      .select(['id', 'version'])
      .where('id', 'in', sessionIds)
      .execute()
    return {
      answer: { published, saved },
      action: { action: 'session.publish', subjectKind: 'session', facts },
    }
  })
  jobWaiting()
  return recorded
}

/** Publishes all drafts of a term together: now, or at a later moment. */
export async function publishTerm(
  request: OfficeRequest,
  input: { requestId?: string; id: number; version?: number; at: string | null },
): Promise<Recorded<{ published: number }>> {
  const { clock, staff, jobWaiting } = request
  const { id, at } = input
  const recorded = await recordAction(request, input, async tx => {
    const now = clock()
    const term = await readTerm(tx, id)
    requireThat(!term.still_to_copy, plannerSentences.beingMade)
    const publishAt = at ? momentToCome(at, now) : null
    const values = at ? { publish_at: publishAt } : { publish_at: null, state: 'published' }
    await saveVersioned(tx, 'terms', input, values, {
      staff,
      now,
      current: () => readTermAsListed(tx, id, now),
    })
    const published = publishAt
      ? await publishLater(tx, { termId: id }, publishAt, { now, staffId: staff.staffId })
      : (await publishDrafts(tx, { termId: id }, { now, staffId: staff.staffId })).count
    requireThat(at || published > 0, plannerSentences.nothingToPublish)
    const action = {
      action: 'term.publish' as const,
      subjectKind: 'term',
      subjectId: id,
      facts: { ...(at ? { at } : { published }) },
    }
    return { answer: { published }, action }
  })
  jobWaiting()
  return recorded
}

export function momentToCome(at: string, now: Date): Date {
  const moment = new Date(at)
  if (!(moment > now))
    throw new OfficeRefusal(plannerSentences.publishPast, 422, {
      fields: { at: plannerSentences.publishPast },
    })
  return moment
}

/**
 * Schedules drafts and writes the job that publishes them. Refuses a time at which one of them has begun. A term has
 * its own column; the caller locks the sessions.
 */
export async function publishLater(
  tx: Tx,
  drafts: Drafts,
  at: Date,
  by: { now: Date; staffId: number },
): Promise<number> {
  await requireNoneBegun(tx, drafts, at, by.now)
  if ('sessionIds' in drafts) await noteMoment(tx, drafts.sessionIds, at, by)
  await enqueue(tx, 'publish-drafts', drafts, at)
  return 0
}

/** Refuses to publish dates that will have begun. Past drafts of a term are ignored. */
async function requireNoneBegun(tx: Tx, drafts: Drafts, at: Date, now: Date): Promise<void> {
  const these =
    'termId' in drafts
      ? sql`o.term_id = ${drafts.termId} and s.starts_at > ${now}`
      : sql`s.id = any(${drafts.sessionIds}::bigint[])`
  const { rows } = await sql<{ first: Date | null }>`
    select min(s.starts_at) as first from sessions s join offerings o on o.id = s.offering_id
    where ${these} and s.status = 'draft' and s.starts_at <= ${at}`.execute(tx)
  const first = rows[0]?.first
  requireFields({ at: first && beginsBefore(first) })
}

/**
 * Refuses drafts that would begin before they become public. Called for new drafts, and when a class changes
 * its term.
 */
export async function requirePublicInTime(
  tx: Tx,
  these: RawBuilder<unknown>,
  { now, field }: { now: Date; field: string },
): Promise<void> {
  const { rows } = await sql<{ at: Date }>`
    select least(s.publish_at, t.publish_at) as at
    from sessions s join offerings o on o.id = s.offering_id left join terms t on t.id = o.term_id
    where ${these} and s.status = 'draft' and s.starts_at > ${now}
      and s.starts_at <= least(s.publish_at, t.publish_at) limit 1`.execute(tx)
  requireFields({ [field]: rows[0] && becomesPublic(rows[0].at) })
}

/**
 * Writes the publication time of locked drafts; published sessions stay unchanged. Returns the changed ones.
 */
async function noteMoment(
  tx: Tx,
  sessionIds: number[],
  at: Date | null,
  { now, staffId }: { now: Date; staffId: number },
): Promise<Versions> {
  await requireNoTermBefore(tx, sessionIds, at)
  const { rows } = await sql<Versions[number]>`update sessions
    set publish_at = ${at}, version = version + 1, updated_at = ${now}, updated_by = ${staffId}
    where id = any(${sessionIds}::bigint[]) and status = 'draft' and publish_at is distinct from ${at}::timestamptz
    returning id, version`.execute(tx)
  return rows
}

/**
 * Refuses a later publication time, or none, for dates whose term opens earlier, because every draft of a term becomes
 * public with it.
 */
async function requireNoTermBefore(tx: Tx, sessionIds: number[], at: Date | null): Promise<void> {
  const { rows } = await sql<{ name: string; opensAt: Date }>`
    select t.name, t.publish_at as "opensAt" from sessions s join offerings o on o.id = s.offering_id
    join terms t on t.id = o.term_id
    where s.id = any(${sessionIds}::bigint[]) and s.status = 'draft'
      and (t.publish_at < ${at} or ${at}::timestamptz is null and t.publish_at is not null)
    order by t.publish_at limit 1`.execute(tx)
  const [term] = rows
  if (term) throw new OfficeRefusal(termOpens(term))
}

/**
 * Cancels the publication time of scheduled drafts; the job then finds none. Refuses those that open with their term,
 * and with 409 those that somebody else saved meanwhile. Locks the sessions.
 */
export function callOffSessions(
  request: OfficeRequest,
  input: { requestId?: string; sessions: Versions },
): Promise<Recorded<{ saved: Versions }>> {
  const { clock, staff } = request
  return recordAction(request, input, async tx => {
    const sessionIds = (await lockSessionsAsRead(tx, input.sessions)).map(({ id }) => id)
    const saved = await noteMoment(tx, sessionIds, null, { now: clock(), staffId: staff.staffId })
    const facts = { sessions: saved.map(({ id }) => id), calledOff: saved.length }
    return {
      answer: { saved },
      action: saved.length > 0 ? { action: 'session.publish', subjectKind: 'session', facts } : [],
    }
  })
}

/** Cancels the publication time of a term. Its dates with their own publication time keep it. */
export function callOffTerm(
  request: OfficeRequest,
  input: { requestId?: string; id: number; version?: number },
): Promise<Recorded<{ id: number; version: number }>> {
  const { clock, staff } = request
  const { id } = input
  return recordAction(request, input, async tx => {
    const now = clock()
    const saving = { staff, now, current: () => readTermAsListed(tx, id, now) }
    const version = await saveVersioned(tx, 'terms', input, { publish_at: null }, saving)
    const action = {
      action: 'term.publish' as const,
      subjectKind: 'term',
      subjectId: id,
      facts: { calledOff: true },
    }
    return { answer: { id, version }, action }
  })
}

/**
 * Runs the job that publishes drafts when they are due. A draft that was rescheduled is left to its later
 * job.
 */
export async function publishWhenDue(
  { db, clock, config, jobWaiting }: Services,
  drafts: Drafts,
): Promise<void> {
  const now = clock()
  await transaction(db, async tx => {
    if ('termId' in drafts) {
      const due = await tx
        .updateTable('terms')
        .set(({ eb, ref }) => ({ state: 'published', publish_at: null, version: eb(ref('version'), '+', 1) }))
        .where('id', '=', drafts.termId)
        .where('publish_at', '<=', now)
        .returning('id')
        .executeTakeFirst()
      if (!due) return
    }
    const by = { now, staffId: null, dueAt: now }
    const { count: published, sessionIds: sessions } = await publishDrafts(tx, drafts, by)
    if ('sessionIds' in drafts && published === 0) return
    const subject =
      'termId' in drafts
        ? { action: 'term.publish' as const, subjectKind: 'term', subjectId: drafts.termId }
        : { action: 'session.publish' as const, subjectKind: 'session' }
    const facts = { ...('sessionIds' in drafts && { sessions }), published }
    await writeAction(tx, config, undefined, { ...subject, facts }, now)
  })
  jobWaiting()
}
