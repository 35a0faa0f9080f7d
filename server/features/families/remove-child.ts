import { sql } from 'kysely'
import { greeting } from '#domain/format-dates.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { officeSentences, saysWhy } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import { leaveWaitingLists } from '#server/features/waiting-list/leave-waiting-lists.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { lockFamily } from './lock-family.ts'

interface Asked {
  id: number
  childId: number
  reason: string
  requestId?: string
}

/**
 * Erases a child from its family for good, with everything about it (UK GDPR, article 17). Rows that money
 * depends on stay without a name, as when an account closes (record 010). Mails already sent are kept.
 * Refused while the child has future places, because they were paid for.
 */
export async function removeChild(request: OfficeRequest, asked: Asked): Promise<Recorded<object>> {
  const { clock, jobWaiting } = request
  const { id: accountId, childId, reason } = asked
  const now = clock()
  requireFields({ reason: !saysWhy(reason) && officeSentences.sayWhy })
  const recorded = await recordAction(request, asked, async tx => {
    const family = await lockFamily(tx, accountId)
    const child = await tx
      .selectFrom('children')
      .select('first_name')
      .where('id', '=', childId)
      .where('account_id', '=', accountId)
      .forUpdate()
      .executeTakeFirst()
    requireThat(child, peopleSentences.childNotFound)
    await requireNothingToCome(tx, childId, now)
    await leaveWaitingLists(tx, sql`child_id = ${childId}`, now)
    await erase(tx, accountId, childId)
    await writeMail(
      tx,
      {
        to: family.email,
        accountId,
        subject: `${child.first_name} was taken off your account`,
        paragraphs: [
          greeting(family.firstName),
          `${child.first_name} was taken off your account, with everything that we knew of ${child.first_name}. Past bookings stay in your orders without the name. If you did not ask for this, please contact us.`,
        ],
        purpose: 'family',
      },
      now,
    )
    return {
      answer: {},
      action: {
        action: 'family.removeChild',
        subjectKind: 'child',
        subjectId: childId,
        accountId,
        childIds: [childId],
        reason,
      },
    }
  })
  jobWaiting()
  return recorded
}

async function requireNothingToCome(tx: Tx, childId: number, now: Date): Promise<void> {
  const toCome = await tx
    .selectFrom('bookings')
    .innerJoin('sessions', 'sessions.id', 'bookings.session_id')
    .select('bookings.id')
    .where('child_id', '=', childId)
    .where('bookings.status', '<>', 'cancelled')
    .where('sessions.ends_at', '>', now)
    .executeTakeFirst()
  requireThat(!toCome, peopleSentences.childHasPlaces)
}

/**
 * Deletes the child's rows, each before the rows that it refers to. A job deletes uploads that are no longer
 * used.
 */
async function erase(tx: Tx, accountId: number, childId: number): Promise<void> {
  const places = sql`select id from bookings where child_id = ${childId}`
  await sql`delete from register_notes where booking_id in (${places})`.execute(tx)
  await sql`update register_marks set collected_by = ''
    where booking_id in (${places}) and collected_by <> ''`.execute(tx)
  // The constraints distinguish places by their attendee, so each place gets its own name.
  await sql`update bookings set child_id = null, attendee_name = 'Erased', trial_person = null,
      attendee_email = 'erased-' || id || '@closed.invalid' where child_id = ${childId}`.execute(tx)
  await sql`update waiting_entries set child_id = null, name = 'Erased' where child_id = ${childId}`.execute(
    tx,
  )
  await sql`delete from basket_sessions l
    where exists (select from basket_session_children c where c.basket_session_id = l.id and c.child_id = ${childId})
      and not exists (select from basket_session_children c
        where c.basket_session_id = l.id and c.child_id <> ${childId})`.execute(tx)
  for (const table of ['basket_session_children', 'emergency_contacts', 'pick_up_people'] as const) {
    await tx.deleteFrom(table).where('child_id', '=', childId).execute()
  }
  await sql`update import_rows set made = made - 'childId' - 'changedChildId', before_sealed = null
    where account_id = ${accountId} and ${childId} in ((made ->> 'childId')::bigint, (made ->> 'changedChildId')::bigint)`.execute(
    tx,
  )
  await tx.deleteFrom('children').where('id', '=', childId).execute()
}
