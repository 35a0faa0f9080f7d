import { sql } from 'kysely'
import { type ClassCandidate, type ClassRules, classRuleProblem } from '#domain/class-rules.ts'
import { isEmailAddress } from '#domain/email-address.ts'
import { maxWaitingGuests } from '#domain/limits.ts'
import { type Attendees, type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Tx } from '#server/database/connect.ts'
import { transaction, violatedConstraint } from '#server/database/transaction.ts'
import { lockOwnAccount } from '#server/features/accounts/queries.ts'
import { requireNotPaused } from '#server/features/business/pause-bookings.ts'
import { isMember, onlyAges } from '#server/features/offerings/class-rules-sql.ts'
import { placesLeft } from '#server/features/offerings/places-left.ts'
import { isToCome } from '#server/features/offerings/queue.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Actor } from '#server/request/actor.ts'
import { allowRate, hashNetwork, networkOf } from '#server/request/rate-limit.ts'
import type { Services } from '#server/services.ts'

interface WaitingRequest {
  kind: OfferingKind
  offeringId: number
  /** Undefined for any session of the offering (decision E-12). */
  sessionId?: number
  attendees: Attendees
}

const contactEntries = { atMost: 10, perMinutes: 60 }

/**
 * Adds one own child, or one contact, to the end of the queue for a full session still to come; once per
 * child (or email) and session (decision E-13). Refuses if there are places to book. Locks the account, so that
 * its entries are counted one after the other (decision E-34), then what `addToQueue` locks. A place freed
 * meanwhile is either seen here or offered to this queue.
 */
export async function joinWaitingList(
  services: Services,
  actor: Actor,
  request: WaitingRequest,
): Promise<void> {
  const { db, clock, config, jobWaiting } = services
  const { attendees } = request
  const now = clock()
  const childId = attendees.who === 'children' ? onlyChild(attendees.childIds) : null
  const guestNetwork = actor.accountId ? '' : hashNetwork(config, actor.ip)
  if (attendees.who === 'contact') {
    requireThat(attendees.fullName && isEmailAddress(attendees.email), sentences.waitingContactRequired)
    await allowRate(db, { key: `waiting:${networkOf(actor.ip)}`, ...contactEntries }, now)
  }
  try {
    await transaction(db, async tx => {
      if (actor.accountId) await lockOwnAccount(tx, actor.accountId)
      const { kind, offeringId, sessionId } = request
      const contact = contactOf(attendees)
      const accountId = actor.accountId ?? null
      await addToQueue(tx, { kind, offeringId, sessionId, accountId, childId, contact, guestNetwork }, now)
      requireNotPaused(services)
    })
  } catch (error) {
    throw alreadyWaiting(error)
  }
  jobWaiting()
}

/**
 * Converts a violated constraint against waiting twice into its refusal; returns any other error unchanged.
 */
export const alreadyWaiting = (error: unknown): unknown =>
  violatedConstraint(error)?.startsWith('waiting_entries_') ? new Refusal(sentences.alreadyWaiting) : error

interface Waiter extends Pick<WaitingRequest, 'kind' | 'offeringId' | 'sessionId'> {
  accountId: number | null
  childId: number | null
  contact: { fullName: string; email: string; phone: string }
  guestNetwork: string
  /** Whether to ignore the class's ages and membership, because staff add the entry (decision E-26). */
  skipsClassRules?: boolean
}

/**
 * Adds somebody to the end of a queue in the caller's transaction, which has locked the account, and enqueues
 * the mail. Locks the class if any date suits, then the sessions. Checks the class's ages and membership
 * last. Returns the entry's id.
 */
export async function addToQueue(tx: Tx, waiter: Waiter, now: Date): Promise<number> {
  const { kind, offeringId, sessionId, accountId, childId, contact, guestNetwork } = waiter
  // For any date: publishing a date or moving one from another venue locks the class.
  if (sessionId === undefined)
    await tx.selectFrom('offerings').select('id').where('id', '=', offeringId).forShare().execute()
  // Locks hidden sessions too, because they may be shown at this moment.
  await tx
    .selectFrom('sessions')
    .select('id')
    .where('offering_id', '=', offeringId)
    .where('starts_at', '>', now)
    .$if(sessionId !== undefined, query => query.where('id', '=', sessionId ?? 0))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const { rows } = await sql<{
    own_child: boolean
    has_session: boolean
    has_room: boolean
    is_booked: boolean
    has_enough: boolean
  }>`
    select ${childId}::bigint is null or exists (
        select 1 from children where id = ${childId} and account_id = ${accountId}) as own_child,
      count(s.id) > 0 as has_session,
      coalesce(bool_or(${placesLeft} > 0), false) as has_room,
      coalesce(bool_or(exists (select 1 from bookings b where b.session_id = s.id and b.status <> 'cancelled'
        and (b.child_id = ${childId} or (b.child_id is null and b.attendee_email = ${contact.email})))), false)
        as is_booked,
      (select count(*) from waiting_entries w
        where w.offering_id = ${offeringId} and w.session_id is not distinct from ${sessionId ?? null}
          and (w.status in ('waiting', 'offered') or w.account_id is null
            -- A guest's place that is not paid may put them back where they stood (record 025).
            and exists (select from orders x where x.id = w.order_id and x.status = 'pending'))
          and w.child_id is null and ${childId}::bigint is null
          and case when w.account_id is null then w.guest_network = ${guestNetwork} and w.guest_network <> ''
            else w.account_id = ${accountId} end
      ) >= coalesce((select children_at_most from accounts where id = ${accountId}), ${maxWaitingGuests}::integer)
        as has_enough
    from sessions s join offerings o on o.id = s.offering_id
    where s.offering_id = ${offeringId} and s.kind = ${kind} and o.is_active and ${isToCome(now)}
      and (${sessionId ?? null}::bigint is null or s.id = ${sessionId ?? null})`.execute(tx)
  const facts = rows[0]
  requireThat(facts?.own_child, sentences.childNotFound)
  requireThat(facts.has_session, sentences.sessionNotFound)
  requireThat(!facts.has_room, sentences.placesAvailable)
  requireThat(!facts.is_booked || !sessionId, alreadyBooked(kind))
  requireThat(!facts.has_enough, sentences.tooManyWaiting)
  const entry = await tx
    .insertInto('waiting_entries')
    .values({
      kind,
      offering_id: offeringId,
      session_id: sessionId ?? null,
      account_id: accountId,
      child_id: childId,
      name: contact.fullName,
      email: contact.email,
      phone: contact.phone,
      guest_network: guestNetwork,
      status: 'waiting',
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // After the insert, because the index that says “already waiting” is one of the documents' checks.
  if (!waiter.skipsClassRules) await requireTaken(tx, waiter, now)
  await enqueue(tx, 'waiting-list-joined', { entryId: entry.id }, now)
  return entry.id
}

/** Refuses if the class takes this child or family on none of the dates: wrong age, or not a member. */
async function requireTaken(
  tx: Tx,
  { offeringId, sessionId, accountId, childId }: Waiter,
  now: Date,
): Promise<void> {
  const { rows } = await sql<ClassRules & ClassCandidate & { day: string }>`
    select s.start_date as day, ${onlyAges} as "onlyAges", o.is_members_only as "isMembersOnly",
      (select json_build_object('firstName', first_name, 'dateOfBirth', date_of_birth)
        from children where id = ${childId}) as child,
      ${isMember(sql`${accountId}::bigint`, sql`${now}`)} as "isMember"
    from sessions s join offerings o on o.id = s.offering_id
    where s.offering_id = ${offeringId} and ${isToCome(now)}
      and (${sessionId ?? null}::bigint is null or s.id = ${sessionId ?? null})
    order by s.starts_at, s.id`.execute(tx)
  // An entry for any date waits only for the dates on which the class takes the person.
  const problems = rows.map(row => classRuleProblem(row, row))
  const [problem] = problems
  requireThat(!problem || problems.includes(undefined), problem ?? '')
}

function onlyChild(childIds: number[]): number {
  const [childId, ...others] = childIds
  requireThat(childId !== undefined && others.length === 0, sentences.selectYourChild)
  return childId
}

const contactOf = (attendees: Attendees) =>
  attendees.who === 'contact' ? attendees : { fullName: '', email: '', phone: '' }

const alreadyBooked = (kind: OfferingKind) =>
  offeringKinds[kind].attendees === 'children' ? sentences.alreadyBooked : sentences.attendeeAlreadyBooked
