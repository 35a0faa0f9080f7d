import { sql } from 'kysely'
import type { planner } from '#contract/office/planner.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import { inClosure, plannerSentences } from '#domain/office/planner-sentences.ts'
import { closureOn, isCamp } from '#domain/office/recurrence.ts'
import { saysWhy } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import { noteHoldersToRing } from '#server/features/orders/note-to-ring.ts'
import { offerFreedPlaces } from '#server/features/waiting-list/offer-places.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { saveVersioned } from '#server/staff-log/save-versioned.ts'
import { copyOffering } from './copy-offering.ts'
import { isInUse } from './is-in-use.ts'
import { lockSessions, lockTermsOf } from './lock-sessions.ts'
import { dateTaken, overfull, readRooms } from './make-class.ts'
import { countHolders } from './notify-holders.ts'
import { isSameClass, readSessionsOfClass } from './planner-queries.ts'
import { readClosures } from './term-queries.ts'

/**
 * Moves one date to another venue, into the class of the same type, age, name and term there, created if missing
 * (decision O-16). Bookings and waiting entries for this date move along, and families with a place are told (record
 * 062). Free places are offered to those who wait for any date there. Refuses while a place is offered. Asks for
 * confirmation on a closed day, and for a reason if the room is too small. Locks the term, the class and similar ones
 * by id, then the session, then its waiting entries.
 */
export async function changeVenue(
  request: OfficeRequest,
  input: CallInput<typeof planner.changeVenue>,
): Promise<Recorded<CallOutput<typeof planner.changeVenue>>> {
  const { clock, staff, jobWaiting } = request
  const { sessionId, venueId, roomId, keepInClosure, reason = '' } = input
  try {
    const recorded = await recordAction(request, input, async tx => {
      const now = clock()
      await lockTermsOf(tx, [sessionId])
      await lockClassesLikeThatOf(tx, sessionId)
      const [session] = await lockSessions(tx, [sessionId])
      requireThat(session, plannerSentences.notFound)
      requireThat(session.status !== 'cancelled', plannerSentences.isCancelled)
      requireThat(session.starts_at > now, plannerSentences.hasBegun)
      requireThat(session.places_offered === 0, plannerSentences.onOffer)
      const rooms = await readRooms(tx, venueId)
      const place = { roomId, capacity: session.capacity }
      requireFields({
        venueId: !(await isInUse(tx, 'venues', venueId)) && plannerSentences.chooseVenue,
        roomId:
          (roomId !== null && !rooms.has(roomId) && plannerSentences.chooseRoom) ||
          (!saysWhy(reason) && overfull([place], rooms)),
      })
      const was = await tx
        .selectFrom('offerings')
        .select(['venue_id', 'term_id'])
        .where('id', '=', session.offering_id)
        .executeTakeFirstOrThrow()
      const closures = was.term_id ? await readClosures(tx, [was.term_id]) : []
      const closed = closures.filter(one => closureOn([one], venueId, session.start_date))
      // Closures that the old venue has too were confirmed already.
      const newClosure = closed.find(one => !closureOn([one], was.venue_id, session.start_date))
      const isLong = isCamp({ date: session.start_date, endDate: session.end_date })
      requireThat(!newClosure || isLong || keepInClosure, inClosure(newClosure?.name ?? ''))
      const offeringId = await siblingAt(tx, session.offering_id, {
        venueId,
        roomId,
        classroom: rooms.get(roomId ?? 0)?.name ?? '',
        // A hidden date's class becomes visible there, because showing the date again would not do that.
        isShown: session.status !== 'draft',
      })
      const values = {
        ...{ offering_id: offeringId, room_id: roomId, slot_id: null },
        is_kept_in_closure: isLong || closed.length > 0,
      }
      const version = await saveVersioned(tx, 'sessions', { ...input, id: sessionId }, values, {
        staff,
        now,
        current: async () =>
          (await readSessionsOfClass(tx, session.offering_id)).find(({ id }) => id === sessionId),
      })
      await tx
        .updateTable('waiting_entries')
        .set({ offering_id: offeringId })
        .where('session_id', '=', sessionId)
        .execute()
      await offerFreedPlaces(tx, [sessionId], now)
      const holders = await countHolders(tx, was.venue_id === venueId ? [] : [sessionId])
      if (holders.told > 0) {
        const change = { sessionId, wasVenueId: was.venue_id, version }
        await enqueue(tx, 'session-elsewhere', change, now)
      }
      if (holders.toRing > 0) await noteHoldersToRing(tx, request, [sessionId], 'newVenue')
      const subject = { subjectKind: 'session', subjectId: sessionId }
      const facts = { venue: venueId, room: roomId, ...holders }
      return {
        answer: { id: sessionId, version, offeringId, ...holders },
        action: [
          { action: 'session.venue', ...subject, reason, facts },
          ...(newClosure ? [{ action: 'session.keptInClosure' as const, ...subject }] : []),
        ],
      }
    })
    jobWaiting()
    return recorded
  } catch (error) {
    throw dateTaken(error)
  }
}

/** Locks, by id, every class that the session may belong to, so that two moves find or create the same one. */
const lockClassesLikeThatOf = (tx: Tx, sessionId: number) =>
  sql`select b.id from sessions s join offerings a on a.id = s.offering_id join offerings b on ${isSameClass}
    where s.id = ${sessionId} order by b.id for no key update of b`.execute(tx)

/** Finds the class of the same type, age, name and term at a venue, or creates a copy of this one. */
async function siblingAt(
  tx: Tx,
  offeringId: number,
  to: { venueId: number; roomId: number | null; classroom: string; isShown: boolean },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select b.id from offerings a join offerings b on ${isSameClass}
    where a.id = ${offeringId} and b.venue_id = ${to.venueId} order by b.id limit 1`.execute(tx)
  const [sibling] = rows
  if (sibling) {
    if (to.isShown)
      await tx.updateTable('offerings').set({ is_active: true }).where('id', '=', sibling.id).execute()
    return sibling.id
  }
  const place = { venue_id: to.venueId, room_id: to.roomId, classroom: to.classroom }
  return copyOffering(tx, offeringId, { ...place, is_active: to.isShown, weeks_from: null })
}
