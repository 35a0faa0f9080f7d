import { sql } from 'kysely'
import { isEmailAddress } from '#domain/email-address.ts'
import { type Attendees, type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { transaction, violatedConstraint } from '#server/database/transaction.ts'
import type { Actor } from '#server/features/accounts/actor.ts'
import { allowRate, markOfNetwork, networkOf } from '#server/features/accounts/allow-rate.ts'
import { lockOwnAccount } from '#server/features/accounts/queries.ts'
import { placesLeft } from '#server/features/offerings/places-left.ts'
import { isToCome } from '#server/features/offerings/queue.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Services } from '#server/services.ts'

interface WaitingWish {
  kind: OfferingKind
  offeringId: number
  /** Undefined: any session of the offering will do (decision E-12). */
  sessionId?: number
  attendees: Attendees
}

const contactEntries = { atMost: 10, perMinutes: 60 }
/** Guests of one network stand so often in one queue; an account as often as it may have children. */
const guestsAtMost = 3

/**
 * Puts one own child, or one contact, at the end of the queue for a full session that is still to come; once per
 * child (or e-mail) and session (decision E-13). Refuses when there are places: they can be booked. Locks the account,
 * for any date the class, then the sessions, so that the people of an account or network are counted one after the other
 * (decision E-34), and a place that comes free meanwhile is either seen here or offered to the queue with this entry in it.
 */
export async function joinWaitingList(services: Services, actor: Actor, wish: WaitingWish): Promise<void> {
  const { db, clock, config, jobWaiting } = services
  const { attendees } = wish
  const now = clock()
  const childId = attendees.who === 'children' ? onlyChild(attendees.childIds) : null
  const guestNetwork = actor.accountId ? '' : markOfNetwork(config, actor.ip)
  if (attendees.who === 'contact') {
    requireThat(attendees.fullName && isEmailAddress(attendees.email), sentences.waitingContactRequired)
    await allowRate(db, { key: `waiting:${networkOf(actor.ip)}`, ...contactEntries }, now)
  }
  try {
    await transaction(db, async tx => {
      if (actor.accountId) await lockOwnAccount(tx, actor.accountId)
      // For any date: whoever publishes one or brings one from another venue holds the class.
      if (wish.sessionId === undefined)
        await tx.selectFrom('offerings').select('id').where('id', '=', wish.offeringId).forShare().execute()
      // Hidden ones too: they may be shown right now.
      await tx
        .selectFrom('sessions')
        .select('id')
        .where('offering_id', '=', wish.offeringId)
        .where('starts_at', '>', now)
        .$if(wish.sessionId !== undefined, query => query.where('id', '=', wish.sessionId ?? 0))
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
            select 1 from children where id = ${childId} and account_id = ${actor.accountId ?? null}) as own_child,
          count(s.id) > 0 as has_session,
          coalesce(bool_or(${placesLeft} > 0), false) as has_room,
          coalesce(bool_or(exists (select 1 from bookings b where b.session_id = s.id and b.status <> 'cancelled'
            and (b.child_id = ${childId} or (b.child_id is null and b.attendee_email = ${contactOf(attendees).email})))), false)
            as is_booked,
          (select count(*) from waiting_entries w
            where w.offering_id = ${wish.offeringId} and w.session_id is not distinct from ${wish.sessionId ?? null}
              and (w.status in ('waiting', 'offered') or w.account_id is null
                -- A guest's place that is not paid may put them back where they stood (record 025).
                and exists (select from orders x where x.id = w.order_id and x.status = 'pending'))
              and w.child_id is null and ${childId}::bigint is null
              and case when w.account_id is null then w.guest_network = ${guestNetwork} and w.guest_network <> ''
                else w.account_id = ${actor.accountId ?? null} end
          ) >= coalesce((select children_at_most from accounts where id = ${actor.accountId ?? null}), ${guestsAtMost}::integer)
            as has_enough
        from sessions s join offerings o on o.id = s.offering_id
        where s.offering_id = ${wish.offeringId} and s.kind = ${wish.kind} and o.is_active and ${isToCome(now)}
          and (${wish.sessionId ?? null}::bigint is null or s.id = ${wish.sessionId ?? null})`.execute(tx)
      const facts = rows[0]
      requireThat(facts?.own_child, sentences.childNotFound)
      requireThat(facts.has_session, sentences.sessionNotFound)
      requireThat(!facts.has_room, sentences.placesAvailable)
      requireThat(!facts.is_booked || !wish.sessionId, alreadyBooked(wish.kind))
      requireThat(!facts.has_enough, sentences.tooManyWaiting)
      const contact = contactOf(attendees)
      const entry = await tx
        .insertInto('waiting_entries')
        .values({
          kind: wish.kind,
          offering_id: wish.offeringId,
          session_id: wish.sessionId ?? null,
          account_id: actor.accountId ?? null,
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
      await enqueue(tx, 'waiting-list-joined', { entryId: entry.id }, now)
    })
  } catch (error) {
    if (violatedConstraint(error)?.startsWith('waiting_entries_')) throw new Refusal(sentences.alreadyWaiting)
    throw error
  }
  jobWaiting()
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
