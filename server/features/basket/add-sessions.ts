import { sql } from 'kysely'
import { lineProblem, linesOf, requireAttendees } from '#domain/booking-rules.ts'
import type { Attendees, OfferingKind } from '#domain/offering-kinds.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Tx } from '#server/database/connect.ts'
import { transaction, violatedConstraint } from '#server/database/transaction.ts'
import { lockOwnAccount } from '#server/features/accounts/queries.ts'
import { requireNotPaused } from '#server/features/business/pause-bookings.ts'
import { readBookingFacts } from '#server/features/orders/read-booking-facts.ts'
import type { AccountId, SignedIn } from '#server/request/actor.ts'
import type { Services } from '#server/services.ts'

/**
 * Puts sessions into the account's basket, one line each. Adding one again adds the children to its line. Sessions and
 * attendees are checked as for a booking (BOOK-36), but a basket holds no place. Locks the account.
 */
export async function addSessions(
  services: Pick<Services, 'db' | 'clock' | 'business'>,
  { accountId }: SignedIn,
  { kind, sessionIds, attendees }: { kind: OfferingKind; sessionIds: number[]; attendees: Attendees },
): Promise<void> {
  const { db, clock } = services
  const now = clock()
  requireThat(sessionIds.length > 0, sentences.selectCourse)
  requireAttendees(kind, attendees, false)
  const lines = linesOf(sessionIds, attendees)
  const wanted = { kind, accountId, lines, guestContact: '', discountCode: '', isTrial: false, now }
  const facts = await readBookingFacts(db, wanted)
  const childIds = attendees.who === 'children' ? attendees.childIds : []
  requireThat(facts.ownChildren.length === childIds.length, sentences.childNotFound)
  for (const line of lines) {
    const problem = lineProblem(line, facts, now)
    requireThat(!problem, problem ?? '')
  }
  requireNotPaused(services)
  const contact = attendees.who === 'contact' ? attendees : { fullName: '', email: '', phone: '' }
  try {
    await transaction(db, async tx => {
      await lockOwnAccount(tx, accountId)
      if (attendees.who === 'contact') await forgetLinesOf(tx, accountId, sessionIds, attendees)
      const kept = await tx
        .insertInto('basket_sessions')
        .values(
          sessionIds.map(sessionId => ({
            account_id: accountId,
            kind,
            session_id: sessionId,
            attendee_name: contact.fullName,
            attendee_email: contact.email,
            attendee_phone: contact.phone,
            created_at: now,
          })),
        )
        .onConflict(conflict =>
          conflict.constraint('basket_sessions_once').doUpdateSet({ attendee_phone: contact.phone }),
        )
        .returning('id')
        .execute()
      if (childIds.length === 0) return
      await tx
        .insertInto('basket_session_children')
        .values(
          kept.flatMap(({ id }) =>
            childIds.map(childId => ({ basket_session_id: id, account_id: accountId, child_id: childId })),
          ),
        )
        .onConflict(conflict => conflict.doNothing())
        .execute()
    })
  } catch (error) {
    // The office has taken the child off while this waited for the account.
    if (violatedConstraint(error) === 'basket_session_children_account_id_child_id_fkey')
      throw new Refusal(sentences.childNotFound)
    throw error
  }
}

/**
 * Deletes older basket lines of the same person: the same name, perhaps in another spelling, with the same email
 * address or phone number.
 */
async function forgetLinesOf(
  tx: Tx,
  accountId: AccountId,
  sessionIds: number[],
  { fullName, email, phone }: { fullName: string; email: string; phone: string },
): Promise<void> {
  await sql`delete from basket_sessions
    where account_id = ${accountId} and session_id = any(${sessionIds}::bigint[])
      and name_key(attendee_name) = name_key(${fullName})
      and (email_key(attendee_email) = email_key(${email}) or phone_key(attendee_phone) = phone_key(${phone}))
      and (attendee_name, attendee_email) <> (${fullName}, ${email})`.execute(tx)
}
