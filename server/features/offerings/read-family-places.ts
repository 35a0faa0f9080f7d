import { type RawBuilder, sql } from 'kysely'
import type { familyPlace } from '#contract/offerings.ts'
import type { Value } from '#contract/wire.ts'
import { timetableDays } from '#domain/timetable.ts'
import type { Db } from '#server/database/connect.ts'
import { localTime } from '#server/database/london-time-sql.ts'
import type { AccountId } from '#server/request/actor.ts'
import { isToCome, positionInQueue } from './queue.ts'
import { classTitle, isOnDays, sessionsAndTheirs } from './session-sql.ts'

type Asked = { startDate: string; endDate: string } | { offeringId: number }

/**
 * Reads what an account has in the sessions of these days, or of an offering: bookings, unpaid places, offers,
 * basket lines, and waiting entries with their position.
 */
export async function readFamilyPlaces(
  db: Db,
  accountId: AccountId,
  asked: Asked,
  now: Date,
): Promise<Value<typeof familyPlace>[]> {
  const { rows } = await sql<Value<typeof familyPlace>>`
    select held.*, ${classTitle} as title, s.start_date as "startDate", s.end_date as "endDate",
      left(s.start_time::text, 5) as "startTime", left(s.end_time::text, 5) as "endTime"
    from (
      select b.session_id as "sessionId", case b.status when 'confirmed' then 'booked' else 'kept' end as state,
        coalesce(c.first_name, b.attendee_name) as who, b.child_id as "childId", b.attendee_email as email, 0 as position,
        case b.status when 'held' then ${localTime('o.hold_expires_at')} end as "keptUntil",
        case b.status when 'held' then o.order_number end as "orderNumber"
      from bookings b join orders o on o.id = b.order_id left join children c on c.id = b.child_id
      where b.account_id = ${accountId}
        and (b.status = 'confirmed' or b.status = 'held' and o.hold_expires_at > ${now})
      union all
      select session_id, 'inBasket', '', null, '', 0, null, null from basket_sessions where account_id = ${accountId}
      union all
      select coalesce(w.offered_session_id, w.session_id), case w.status when 'waiting' then 'waiting' else 'kept' end,
        coalesce(c.first_name, w.name), w.child_id, w.email,
        case w.status when 'waiting' then ${positionInQueue(now)} else 0 end,
        ${localTime('w.offer_expires_at')}, null
      from waiting_entries w left join children c on c.id = w.child_id
      where w.account_id = ${accountId}
        and (w.status = 'waiting' and w.session_id is not null
          or w.status = 'offered' and w.offer_expires_at > ${now})
    ) held join ${sessionsAndTheirs} on s.id = held."sessionId"
    where (held.state <> 'waiting' or ${isToCome(now)}) and ${isAsked(asked)}
    order by s.starts_at, s.id, held.state, held.who collate "und-x-icu"`.execute(db)
  return rows
}

function isAsked(asked: Asked): RawBuilder<boolean> {
  if ('offeringId' in asked) return sql`s.offering_id = ${asked.offeringId}`
  timetableDays(asked.startDate, asked.endDate)
  return sql`${isOnDays({ from: asked.startDate, to: asked.endDate })}`
}
