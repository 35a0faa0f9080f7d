import { sql } from 'kysely'
import type { CalendarBooking } from '#domain/icalendar.ts'
import type { Db } from '#server/database/connect.ts'
import { localTime } from '#server/database/london-time-sql.ts'
import { hashToken } from '#server/features/accounts/tokens.ts'
import {
  classTitle,
  entrySequence,
  isOfCancelledDate,
  roomName,
  sessionsAndTheirs,
  wholeAddress,
} from '#server/features/offerings/session-sql.ts'
import type { AccountId } from '#server/request/actor.ts'

/** Returns since when the account has a calendar address, in London time; null without one. */
export async function readFeedState(db: Db, accountId: AccountId): Promise<{ madeAt: string | null }> {
  const { rows } = await sql<{ madeAt: string }>`select ${localTime('created_at')} as "madeAt"
    from calendar_feeds where account_id = ${accountId}`.execute(db)
  return { madeAt: rows[0]?.madeAt ?? null }
}

/**
 * Reads the confirmed bookings of the account with this calendar secret, and those of cancelled dates; undefined for an
 * unknown secret.
 */
export async function readFeed(db: Db, secret: string): Promise<CalendarBooking[] | undefined> {
  const feed = await db
    .selectFrom('calendar_feeds')
    .innerJoin('accounts', 'accounts.id', 'calendar_feeds.account_id')
    .select('account_id')
    .where('secret_hash', '=', hashToken(secret))
    .where('accounts.status', '=', 'active')
    .executeTakeFirst()
  if (!feed) return undefined
  const { rows } = await sql<CalendarBooking>`
    select b.id as "bookingId", ${classTitle} as title, v.name as venue, ${wholeAddress} as address, ${roomName} as room,
      a.name as ages, ${entrySequence} as sequence,
      b.is_trial as "isTrial", b.status = 'cancelled' as "isCancelled", coalesce(c.first_name, b.attendee_name) as attendee, s.start_date as "startDate", s.end_date as "endDate",
      left(s.start_time::text, 5) as "startTime", left(s.end_time::text, 5) as "endTime"
    from bookings b
    join ${sessionsAndTheirs} on s.id = b.session_id
    left join children c on c.id = b.child_id
    where b.account_id = ${feed.account_id} and (b.status = 'confirmed' or ${isOfCancelledDate})
    order by s.starts_at, b.id`.execute(db)
  return rows
}
